"""Games as pages to watch: what happens step by step beside the table, and how the chance of winning moves."""
