"""Why something cannot be told: too little data, in the words that locales have among `reasons`."""


class TooLittleData(Exception):
    """Raised by what would show noise; its key and values say what is missing."""

    def __init__(self, key: str, **values: object):
        super().__init__(key)
        self.key, self.values = key, values
