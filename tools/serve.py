"""Serve the built book on this machine with `serve.py PORT`. `serve.py --check PORT` only checks
that the port is free."""

import os
import sys
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

SITE = Path(__file__).resolve().parent.parent / "_build" / "html"
HOST = "127.0.0.1"


class Handler(SimpleHTTPRequestHandler):
    """A request handler with fixed content types. It makes browsers check for changes at each
    request."""

    protocol_version = "HTTP/1.1"
    types = {
        ".html": "text/html",
        ".css": "text/css",
        ".js": "text/javascript",
        ".json": "application/json",
        ".svg": "image/svg+xml",
        ".png": "image/png",
        ".wasm": "application/wasm",
    }

    def guess_type(self, path: str | os.PathLike[str]) -> str:
        """Return the content type of a file, whatever the system's table of types says."""
        return self.types.get(Path(path).suffix, "application/octet-stream")

    def end_headers(self) -> None:
        """Add a header that makes browsers show a rebuilt page at once."""
        self.send_header("Cache-Control", "no-cache")
        super().end_headers()

    def log_message(self, format: str, *args: object) -> None:
        """Log nothing, since the book makes many requests."""


class Server(ThreadingHTTPServer):
    """A server that ignores readers who disconnect during a download."""

    daemon_threads = True

    def handle_error(self, request: object, client_address: object) -> None:
        """Ignore broken connections, and report other errors."""
        if not isinstance(sys.exc_info()[1], ConnectionError):
            super().handle_error(request, client_address)  # type: ignore[arg-type]


def server(port: int, folder: Path = SITE) -> Server:
    """Return a server of `folder` that is bound to `port` (0: any free port) and not yet
    started."""
    return Server((HOST, port), partial(Handler, directory=str(folder)))


def main(arguments: list[str]) -> int:
    """Check a port or serve the book, and return the exit code."""
    text = arguments[-1] if arguments else "8000"
    if not text.isdigit() or not 0 < int(text) < 65536:
        print(f"PORT must be 1-65535, got {text}", file=sys.stderr)
        return 2
    port = int(text)
    try:
        serving = server(port)
    except OSError:
        print(
            f"port {port} is in use: stop the server there, or choose another port with PORT=",
            file=sys.stderr,
        )
        return 1
    with serving:
        if "--check" in arguments:
            return 0
        print(f"The book is at http://{HOST}:{port}/ (Ctrl-C stops it)", flush=True)
        try:
            serving.serve_forever()
        except KeyboardInterrupt:
            print()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
