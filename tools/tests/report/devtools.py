"""Drives a headless Chromium over the DevTools protocol through two pipes; standard library only."""
import base64, fcntl, json, os, select, shutil, subprocess, tempfile, time


class Browser:
    """One browser with one page. What the page complained about is in `complaints`, what it asked for in `requests`."""

    def __init__(self, program):
        self.profile = tempfile.mkdtemp(prefix="antreckon_chromium_")
        (read_in, write_in), (read_out, write_out) = os.pipe(), os.pipe()
        # The browser reads 3 and writes 4; copies far above keep the two from being closed by each other.
        low, high = fcntl.fcntl(read_in, fcntl.F_DUPFD, 20), fcntl.fcntl(write_out, fcntl.F_DUPFD, 30)

        def connect():
            os.dup2(low, 3)
            os.dup2(high, 4)

        arguments = [program, "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars",
                     "--no-first-run", "--disable-extensions", "--disable-background-networking", "--force-color-profile=srgb",
                     f"--user-data-dir={self.profile}", "--remote-debugging-pipe", "about:blank"]
        self.process = subprocess.Popen(arguments, preexec_fn=connect, close_fds=False,
                                        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        for end in (read_in, write_out, low, high):
            os.close(end)
        self.out, self.inp = write_in, read_out
        self.buffer, self.number, self.session = b"", 0, None
        self.complaints, self.requests, self.events = [], [], []
        target = next(t for t in self.call("Target.getTargets")["targetInfos"] if t["type"] == "page")
        self.session = self.call("Target.attachToTarget", targetId=target["targetId"], flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(f"{domain}.enable")

    def close(self):
        try:
            self.session = None
            self.call("Browser.close")
            self.process.wait(10)
        except (OSError, RuntimeError, subprocess.TimeoutExpired):
            self.process.kill()
            self.process.wait()
        os.close(self.out)
        os.close(self.inp)
        shutil.rmtree(self.profile, ignore_errors=True)

    def receive(self, seconds):
        """The next message, or nothing."""
        end = time.monotonic() + seconds
        while b"\0" not in self.buffer:
            ready, _, _ = select.select([self.inp], [], [], max(0.0, end - time.monotonic()))
            if not ready:
                return None
            piece = os.read(self.inp, 1 << 20)
            if not piece:
                raise RuntimeError("the browser ended")
            self.buffer += piece
        text, self.buffer = self.buffer.split(b"\0", 1)
        return json.loads(text)

    def take(self, message):
        """Keeps what an event says."""
        method, values = message.get("method"), message.get("params", {})
        self.events.append(method)
        if method == "Runtime.exceptionThrown":
            details = values["exceptionDetails"]
            self.complaints.append(details.get("exception", {}).get("description") or details["text"])
        elif method == "Runtime.consoleAPICalled" and values["type"] in ("error", "warning", "assert"):
            self.complaints.append(str([argument.get("value") for argument in values["args"]]))
        elif method == "Log.entryAdded" and values["entry"]["level"] in ("error", "warning"):
            self.complaints.append(values["entry"]["text"])
        elif method == "Network.requestWillBeSent":
            self.requests.append(values["request"]["url"])

    def call(self, method, **values):
        self.number += 1
        message = {"id": self.number, "method": method, "params": values}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.out, json.dumps(message).encode() + b"\0")
        while True:
            answer = self.receive(60)
            if answer is None:
                raise RuntimeError(f"no answer to {method}")
            if answer.get("id") == self.number:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']}")
                return answer["result"]
            self.take(answer)

    def wait(self, seconds):
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            message = self.receive(end - time.monotonic())
            if message:
                self.take(message)

    def open(self, url):
        self.events.clear()
        self.call("Page.navigate", url=url)
        end = time.monotonic() + 60
        while "Page.loadEventFired" not in self.events and time.monotonic() < end:
            self.wait(0.05)

    def run(self, script):
        """The value of an expression in the page."""
        answer = self.call("Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in answer:
            raise RuntimeError(f"{script}: {answer['exceptionDetails']}")
        return answer["result"].get("value")

    def screen(self, width, height, dark, mobile=False):
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=mobile)
        scheme = [{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}]
        self.call("Emulation.setEmulatedMedia", features=scheme)

    def key(self, key, code=None, text=""):
        for kind in ("keyDown", "keyUp"):
            self.call("Input.dispatchKeyEvent", type=kind, key=key, code=code or key, text=text if kind == "keyDown" else "")

    def picture(self, whole=False):
        """PNG of the window or of the whole page."""
        return base64.b64decode(self.call("Page.captureScreenshot", format="png", captureBeyondViewport=whole)["data"])
