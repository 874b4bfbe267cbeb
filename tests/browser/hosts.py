"""Servers that send the book as hosts do: their own tables of types, with and without compression.

Each table holds what the host's own sources say of the kinds of files that the site has.
"""

import gzip
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

import serve


@dataclass(frozen=True)
class Host:
    """How a host sends files. types: by suffix; default: for all others (None: no header); clean:
    whether `x` is `x.html`; validators: whether it names versions; encodings: suffixes that it
    takes for an encoding, as Apache's AddEncoding does; slashes: whether it leads from a folder to
    its address with a slash; strips: whether it leads from `x.html` to `x`."""

    types: dict[str, str]
    default: str | None
    clean: bool = False
    validators: bool = True
    slashes: bool = True
    strips: bool = False
    encodings: dict[str, str] = field(default_factory=dict)
    headers: dict[str, str] = field(default_factory=dict)


HOSTS = {
    # conf/mime.types and `default_type` in conf/nginx.conf
    "nginx": Host(
        {
            ".html": "text/html",
            ".css": "text/css",
            ".js": "application/javascript",
            ".json": "application/json",
            ".svg": "image/svg+xml",
            ".png": "image/png",
            ".wasm": "application/wasm",
            ".zip": "application/zip",
        },
        "application/octet-stream",
    ),
    # the same before 1.21.4, which has no .wasm
    "old nginx": Host(
        {
            ".html": "text/html",
            ".css": "text/css",
            ".js": "application/javascript",
            ".json": "application/json",
            ".svg": "image/svg+xml",
            ".png": "image/png",
            ".zip": "application/zip",
        },
        "application/octet-stream",
    ),
    # docs/conf/mime.types; `AddType application/x-gzip .gz` in httpd.conf, and no type for what it
    # does not know
    "httpd": Host(
        {
            ".html": "text/html",
            ".css": "text/css",
            ".js": "text/javascript",
            ".json": "application/json",
            ".svg": "image/svg+xml",
            ".png": "image/png",
            ".wasm": "application/wasm",
            ".zip": "application/zip",
            ".gz": "application/x-gzip",
        },
        None,
    ),
    # the same with the line `AddEncoding x-gzip .gz` that its configuration offers
    "httpd with encodings": Host(
        {
            ".html": "text/html",
            ".css": "text/css",
            ".js": "text/javascript",
            ".json": "application/json",
            ".svg": "image/svg+xml",
            ".png": "image/png",
            ".zip": "application/zip",
        },
        None,
        encodings={".gz": "x-gzip"},
    ),
    # mime-db, addresses without .html, ten minutes of caching
    "GitHub Pages": Host(
        {
            ".html": "text/html; charset=utf-8",
            ".css": "text/css; charset=utf-8",
            ".js": "application/javascript; charset=utf-8",
            ".json": "application/json; charset=utf-8",
            ".svg": "image/svg+xml",
            ".png": "image/png",
            ".wasm": "application/wasm",
            ".zip": "application/zip",
            ".gz": "application/gzip",
        },
        "application/octet-stream",
        clean=True,
        headers={"Cache-Control": "max-age=600", "Access-Control-Allow-Origin": "*"},
    ),
    # what `aws s3 sync` guesses from Python's table: .json.gz is JSON, and all else is
    # binary/octet-stream
    "S3": Host(
        {
            ".html": "text/html",
            ".css": "text/css",
            ".js": "application/javascript",
            ".json": "application/json",
            ".svg": "image/svg+xml",
            ".png": "image/png",
            ".zip": "application/zip",
            ".json.gz": "application/json",
        },
        "binary/octet-stream",
    ),
    # mimetypes and `extensions_map` of Python's http.server
    "http.server": Host(
        {
            ".html": "text/html",
            ".css": "text/css",
            ".js": "text/javascript",
            ".json": "application/json",
            ".svg": "image/svg+xml",
            ".png": "image/png",
            ".wasm": "application/wasm",
            ".zip": "application/zip",
            ".gz": "application/gzip",
        },
        "application/octet-stream",
        validators=False,
    ),
}


PAGE = b"<!doctype html><title>Sign in, or not found</title>"


class Faults(dict[str, str]):
    """What is wrong with which file of the site, by its end.

    A status, "page" (a web page in its place), "short" (half of it was copied), "cut" (the
    connection ends in the middle), "garbage", "new" (another edition of a page), or "held" (it
    stops in the middle until `go`)."""

    def __init__(self) -> None:
        super().__init__()
        self.go = threading.Event()

    def of(self, path: str) -> str:
        """What is wrong with the file at an address; nothing if that is empty."""
        return next((fault for end, fault in self.items() if path.endswith(end)), "")

    def only(self, end: str, fault: str) -> None:
        """From now on one file is faulty, and no other."""
        self.clear()
        self[end] = fault


class Handler(BaseHTTPRequestHandler):
    """Files of a folder, sent as a host does."""

    protocol_version = "HTTP/1.1"

    def __init__(self, host: Host, folder: Path, packs: bool, faults: Faults, *rest: Any):
        self.host, self.folder, self.packs, self.faults = host, folder, packs, faults
        super().__init__(*rest)

    def do_GET(self) -> None:
        path = unquote(urlsplit(self.path).path)
        file = self.folder / path.lstrip("/")
        if file.is_dir() and not path.endswith("/") and self.host.slashes:
            self.answer(301, {"Location": f"{path}/"}, b"")
            return
        if self.host.strips and path.endswith(".html"):
            self.answer(301, {"Location": path.removesuffix(".html").removesuffix("index")}, b"")
            return
        if file.is_dir():
            file /= "index.html"
        if self.host.clean and not file.suffix:
            file = file.with_suffix(".html")
        if not file.is_file():
            self.answer(404, {"Content-Type": "text/html"}, PAGE)
            return
        fault = self.faults.of(path)
        headers, body = self.sent(file, fault == "new")
        if fault.isdigit() or fault == "page":
            self.answer(int(fault) if fault.isdigit() else 200, {"Content-Type": "text/html"}, PAGE)
        elif fault == "short":
            self.answer(200, headers, body[: len(body) // 2])
        elif fault == "garbage":
            self.answer(200, headers, b"\x07" * len(body))
        else:
            self.answer(200, headers, body, "" if fault == "new" else fault)

    def sent(self, file: Path, is_new: bool) -> tuple[dict[str, str], bytes]:
        """Headers and body of a file."""
        host, body = self.host, file.read_bytes()
        if is_new:
            body = body.replace(b"<h1>", b"<h1>Anew: ")
        ends = ["".join(file.suffixes[-2:]), file.suffix]
        type = next((host.types[end] for end in ends if end in host.types), host.default)
        headers = {**({"Content-Type": type} if type else {}), **host.headers}
        if host.validators:
            headers["ETag"] = f'"{file.stat().st_mtime_ns:x}-{len(body):x}"'
        if file.suffix in host.encodings:
            headers["Content-Encoding"] = host.encodings[file.suffix]
        elif self.packs:
            headers["Content-Encoding"], body = "gzip", gzip.compress(body, 1)
        return headers, body

    def answer(self, status: int, headers: dict[str, str], body: bytes, fault: str = "") -> None:
        self.send_response(status)
        for name, value in {**headers, "Content-Length": str(len(body))}.items():
            self.send_header(name, value)
        self.end_headers()
        half = len(body) // 2 if fault else len(body)
        self.wfile.write(body[:half])
        if fault == "cut":
            self.close_connection = True
        elif fault == "held":
            self.faults.go.wait(120)
            self.wfile.write(body[half:])

    def log_message(self, format: str, *args: object) -> None:
        """Stay silent."""


@contextmanager
def serving(
    host: Host,
    packs: bool = False,
    folder: Path = serve.SITE,
    faults: Faults | None = None,
) -> Iterator[str]:
    """Serve a folder as a host does; the address. packs: whether it compresses all that it sends."""
    server = serve.Server(
        ("127.0.0.1", 0),
        partial(Handler, host, folder, packs, Faults() if faults is None else faults),
    )
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}/"
    finally:
        server.shutdown()
        server.server_close()
