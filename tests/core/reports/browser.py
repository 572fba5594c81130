"""A headless chromium driven over its debugging pipe: no driver, no open port, no further library."""

import base64
import fcntl
import json
import os
import select
import shutil
import subprocess
import tempfile
import time

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
FLAGS = [
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update",
    "--disable-sync", "--no-first-run", "--disable-extensions", "--disable-dev-shm-usage", "--remote-debugging-pipe",
]  # fmt: skip
PATIENCE = 60


class Browser:
    """One page; remembers its console errors and the addresses it asked for."""

    def __enter__(self):
        self.errors, self.requests, self._last, self._buffer, self._events = [], [], 0, b"", []
        self._profile = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        to_read, self._to = os.pipe()
        self._from, to_write = os.pipe()

        def connect():  # chromium reads commands from descriptor 3 and writes answers to 4
            read, write = (fcntl.fcntl(end, fcntl.F_DUPFD, 10) for end in (to_read, to_write))  # out of the way first
            os.dup2(read, 3)
            os.dup2(write, 4)

        command = [CHROMIUM, *FLAGS, f"--user-data-dir={self._profile.name}", "about:blank"]
        self._process = subprocess.Popen(
            command, preexec_fn=connect, close_fds=False, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        os.close(to_read)
        os.close(to_write)
        target = self._send("Target.getTargets")["targetInfos"][0]["targetId"]
        self._session = self._send("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(f"{domain}.enable")
        return self

    def __exit__(self, *_):
        self._process.terminate()
        self._process.wait(PATIENCE)
        os.close(self._to)
        os.close(self._from)
        self._profile.cleanup()

    def call(self, method, **params):
        """Sends a command to the page and returns its result."""
        return self._send(method, session=self._session, **params)

    def _send(self, method, session=None, **params):
        self._last += 1
        message = {"id": self._last, "method": method, "params": params, **({"sessionId": session} if session else {})}
        os.write(self._to, json.dumps(message).encode() + b"\0")
        while True:
            answer = self._receive()
            if answer.get("id") == self._last:
                assert "error" not in answer, answer
                return answer["result"]

    def _receive(self):
        end = time.monotonic() + PATIENCE
        while b"\0" not in self._buffer:
            ready, _, _ = select.select([self._from], [], [], max(0, end - time.monotonic()))
            assert ready, "chromium does not answer"
            self._buffer += os.read(self._from, 1 << 20)
        text, _, self._buffer = self._buffer.partition(b"\0")
        message = json.loads(text)
        self._note(message)
        return message

    def _note(self, message):
        method, params = message.get("method"), message.get("params", {})
        self._events.append(method)
        if method == "Runtime.exceptionThrown":
            self.errors.append(params["exceptionDetails"])
        elif method == "Log.entryAdded" and params["entry"]["level"] in ("error", "warning"):
            self.errors.append(params["entry"])
        elif method == "Runtime.consoleAPICalled" and params["type"] in ("error", "warning"):
            self.errors.append(params)
        elif method == "Network.requestWillBeSent":
            self.requests.append(params["request"]["url"])

    def open(self, file):
        """Opens a file and waits until it is loaded."""
        self._events.clear()
        self.call("Page.navigate", url=file.resolve().as_uri())
        self.settle()

    def reload(self, address):
        """Loads the page again with another end of its address, as a link to it would."""
        self._events.clear()
        self.run(f"location.hash = {address!r}; location.reload()")
        self.settle()

    def settle(self):
        """Waits until the page is loaded."""
        while "Page.loadEventFired" not in self._events:
            self._receive()

    def point(self, x, y):
        """Points at a place with the mouse, once nothing moves any more."""
        still = "new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 50))))"
        self.call("Runtime.evaluate", expression=still, awaitPromise=True)
        self.call("Input.dispatchMouseEvent", type="mouseMoved", x=x, y=y)

    def run(self, script):
        """Evaluates a script and returns its value."""
        answer = self.call("Runtime.evaluate", expression=script, returnByValue=True)
        assert "exceptionDetails" not in answer, answer
        return answer["result"].get("value")

    def resize(self, width, height, phone=False):
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=phone)

    def media(self, kind="screen", scheme="light"):
        self.call("Emulation.setEmulatedMedia", media=kind, features=[{"name": "prefers-color-scheme", "value": scheme}])

    def screenshot(self, file, whole=False):
        data = self.call("Page.captureScreenshot", format="png", captureBeyondViewport=whole)["data"]
        file.write_bytes(base64.b64decode(data))

    def pdf(self):
        return base64.b64decode(self.call("Page.printToPDF", printBackground=False)["data"])
