#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""A page in a real, headless Chromium, driven through its debugging pipe.

browser.py check PAGE           what is wrong with a report; nothing if all is well
browser.py shot PAGE PNG SELECTOR [WIDTH HEIGHT]
                                a picture of what begins at SELECTOR
"""

import base64
import json
import os
import pathlib
import subprocess
import sys
import tempfile

# Each width in CSS pixels, and a scheme of colours
VIEWS = [(390, "light"), (390, "dark"), (1280, "light"), (1280, "dark")]

PROBE = r"""(() => {
  const wrong = [];
  /* a level line is as high as nothing */
  const seen = (e) => {
    const b = e.getBoundingClientRect();
    return e.nodeName === "path" ? b.width > 0 || b.height > 0 : b.width > 0 && b.height > 0;
  };
  const luminance = (text) => {
    const part = text.match(/[\d.]+/g).slice(0, 3).map((v) => {
      v /= 255;
      return v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * part[0] + 0.7152 * part[1] + 0.0722 * part[2];
  };
  const contrast = (a, b) => {
    const [x, y] = [luminance(a), luminance(b)].sort((p, q) => q - p);
    return (x + 0.05) / (y + 0.05);
  };
  const ground = (e) => {
    for (; e; e = e.parentElement) {
      const colour = getComputedStyle(e).backgroundColor;
      if (!/^rgba\(.*, 0\)$/.test(colour)) return colour;
    }
    return "rgb(255, 255, 255)";
  };
  const pictures = [...document.querySelectorAll("svg[role=img]")];
  for (const svg of pictures) {
    const name = svg.querySelector("title").textContent;
    const box = svg.getBoundingClientRect();
    if (box.width < 100 || box.height < 40) wrong.push(`${name}: ${box.width} x ${box.height}`);
    for (const part of svg.querySelectorAll("rect, text, path.curve"))
      if (!seen(part)) wrong.push(`${name}: an empty ${part.nodeName} ${part.outerHTML.slice(0, 80)}`);
    for (const part of svg.querySelectorAll("rect, text, path")) {
      const b = part.getBoundingClientRect();
      if (b.left < box.left - 2 || b.right > box.right + 2 || b.bottom > box.bottom + 2)
        wrong.push(`${name}: sticks out: ${part.outerHTML.slice(0, 80)}`);
    }
    const words = [...svg.querySelectorAll("text")].map((e) => [e, e.getBoundingClientRect()]);
    for (const [a, p] of words)
      for (const [b, q] of words)
        if (a !== b && p.left < q.right - 1 && q.left < p.right - 1 &&
            p.top < q.bottom - 3 && q.top < p.bottom - 3)
          wrong.push(`${name}: "${a.textContent}" lies on "${b.textContent}"`);
    for (const text of svg.querySelectorAll("text:not(.ink):not(.paper)"))
      if (contrast(getComputedStyle(text).fill, ground(svg)) < 4.5)
        wrong.push(`${name}: faint: ${text.textContent}`);
    for (const text of svg.querySelectorAll(".ink, .paper"))
      if (contrast(getComputedStyle(text).fill,
                   getComputedStyle(text.previousElementSibling).fill) < 4.5)
        wrong.push(`${name}: faint: ${text.textContent}`);
    for (const curve of svg.querySelectorAll(".curve"))
      if (contrast(getComputedStyle(curve).stroke, ground(svg)) < 3)
        wrong.push(`${name}: a faint curve`);
  }
  for (const e of document.querySelectorAll("h1, h2, h3, p, li, li span, td, th, caption, figcaption, a, dt, dd, .banner"))
    if (contrast(getComputedStyle(e).color, ground(e)) < 4.5)
      wrong.push(`faint ${e.nodeName}: ${e.textContent.slice(0, 40)}`);
  const page = document.documentElement;
  if (page.scrollWidth > page.clientWidth)
    wrong.unshift(`the page is ${page.scrollWidth} wide on a screen of ${page.clientWidth}`);
  return { wrong, pictures: pictures.length, scripts: document.scripts.length,
           ground: luminance(getComputedStyle(document.body).backgroundColor) };
})()"""


class Browser:
    """One Chromium with one tab; what it complains about is kept."""

    def __init__(self, program, folder):
        to_read, self.write = os.pipe()
        self.read, to_write = os.pipe()
        # the debugging pipe is descriptors 3 and 4, which the shell below puts there
        shell = f'exec "$@" 3<&{to_read} 4>&{to_write}'
        self.log = open(f"{folder}/log", "w", encoding="utf-8")
        self.process = subprocess.Popen(
            ["bash", "-c", shell, "-", program, "--headless", "--no-sandbox", "--disable-gpu",
             "--disable-dev-shm-usage", "--no-first-run", "--remote-debugging-pipe",
             "--disable-background-networking", "--disable-component-update",
             "--hide-scrollbars", f"--user-data-dir={folder}/profile", "about:blank"],
            pass_fds=(to_read, to_write), stdout=self.log, stderr=self.log)
        os.close(to_read)
        os.close(to_write)
        self.rest, self.number, self.session = b"", 0, None
        self.said, self.fetched, self.events = [], [], set()
        target = self.ask("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.ask("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network", "Accessibility"):
            self.ask(f"{domain}.enable")

    def message(self):
        while b"\0" not in self.rest:
            more = os.read(self.read, 1 << 20)
            if not more:
                raise EOFError("the browser ended")
            self.rest += more
        one, self.rest = self.rest.split(b"\0", 1)
        return json.loads(one)

    def take(self, message):
        """Keep what an event says."""
        name, what = message.get("method"), message.get("params", {})
        self.events.add(name)
        if name == "Log.entryAdded":
            self.said.append(f"{what['entry']['level']}: {what['entry']['text']}")
        elif name == "Runtime.consoleAPICalled":
            self.said.append(f"console.{what['type']}")
        elif name == "Runtime.exceptionThrown":
            self.said.append(f"exception: {what['exceptionDetails']['text']}")
        elif name == "Network.requestWillBeSent":
            self.fetched.append(what["request"]["url"])

    def ask(self, method, **params):
        self.number += 1
        request = {"id": self.number, "method": method, "params": params}
        if self.session:
            request["sessionId"] = self.session
        os.write(self.write, json.dumps(request).encode() + b"\0")
        while True:
            answer = self.message()
            if answer.get("id") == self.number:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']['message']}")
                return answer["result"]
            self.take(answer)

    def view(self, width, height, scheme):
        self.ask("Emulation.setDeviceMetricsOverride", width=width, height=height,
                 deviceScaleFactor=1, mobile=width < 600)
        self.ask("Emulation.setEmulatedMedia",
                 features=[{"name": "prefers-color-scheme", "value": scheme}])

    def open(self, page):
        self.events.discard("Page.loadEventFired")
        self.ask("Page.navigate", url=pathlib.Path(page).resolve().as_uri())
        while "Page.loadEventFired" not in self.events:
            self.take(self.message())

    def value(self, expression):
        answer = self.ask("Runtime.evaluate", expression=expression, returnByValue=True)
        if "exceptionDetails" in answer:
            raise RuntimeError(answer["exceptionDetails"]["exception"]["description"])
        return answer["result"]["value"]

    def close(self):
        self.session = None
        try:
            self.ask("Browser.close")
        except (EOFError, BrokenPipeError):
            pass
        self.process.wait(timeout=20)
        self.log.close()


def names_wrong(browser):
    """Pictures as a screen reader finds them: each with a name and a description."""
    shown = browser.value("document.querySelectorAll('svg[role=img]').length")
    nodes = browser.ask("Accessibility.getFullAXTree")["nodes"]
    pictures = [n for n in nodes if n.get("role", {}).get("value") in ("image", "img")]
    wrong = []
    for node in pictures:
        if not node.get("name", {}).get("value") or not node.get("description", {}).get("value"):
            wrong.append(f"a picture without name or description: {node.get('name')}")
    if len(pictures) != shown:
        wrong.append(f"{len(pictures)} pictures are told of out of {shown}")
    return wrong


def view_check(browser, page, width, scheme):
    browser.view(width, 844, scheme)
    browser.open(page)
    found = browser.value(PROBE)
    wrong = []
    if found["scripts"]:
        wrong.append("the page has scripts")
    if (found["ground"] > 0.5) != (scheme == "light"):
        wrong.append(f"the ground has a luminance of {found['ground']}")
    wrong += found["wrong"][:50]
    return [f"{width} wide, {scheme}: {what}" for what in wrong]


def print_check(browser):
    """On paper it is black on white, though the screen is dark."""
    browser.ask("Emulation.setEmulatedMedia", media="print",
                features=[{"name": "prefers-color-scheme", "value": "dark"}])
    paper = base64.b64decode(browser.ask("Page.printToPDF", printBackground=True)["data"])
    ground = browser.value("getComputedStyle(document.body).backgroundColor")
    wrong = [] if ground == "rgb(255, 255, 255)" else [f"print: the ground is {ground}"]
    return wrong + ([] if paper.startswith(b"%PDF") else ["print: no paper came out"])


def check(browser, page):
    wrong = []
    for width, scheme in VIEWS:
        wrong += view_check(browser, page, width, scheme)
    wrong += names_wrong(browser) + print_check(browser)
    own = pathlib.Path(page).resolve().as_uri()
    wrong = [f"said: {what}" for what in browser.said] + wrong
    wrong = [f"fetched: {url}" for url in browser.fetched if url != own] + wrong
    print("\n".join(wrong), end="\n" if wrong else "")
    return 1 if wrong else 0


def shot(browser, page, png, selector, width="900", height="1000"):
    browser.view(int(width), int(height), "light")
    browser.open(page)
    top = browser.value(f"document.querySelector({json.dumps(selector)})"
                        ".getBoundingClientRect().top + scrollY")
    clip = {"x": 0, "y": max(top - 8, 0), "width": int(width), "height": int(height), "scale": 1}
    data = browser.ask("Page.captureScreenshot", format="png", clip=clip,
                       captureBeyondViewport=True)["data"]
    pathlib.Path(png).write_bytes(base64.b64decode(data))
    return 0


def main(command, *words):
    with tempfile.TemporaryDirectory() as folder:
        browser = Browser(os.environ.get("CHROMIUM", "chromium"), folder)
        try:
            return {"check": check, "shot": shot}[command](browser, *words)
        finally:
            browser.close()


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
