"""The book on a real nginx and a real Apache httpd, with Debian's own tables of types (`make
prove`)."""

import os
import socket
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
import serve
import web_servers
from playwright.sync_api import Page

from tests.browser.conftest import Watch
from tests.browser.test_hosts import PAGE, uses
from tests.conftest import WHOLE

pytestmark = pytest.mark.skipif(not WHOLE, reason="real servers are for `make prove`")

NGINX = """
daemon off; {user} pid {here}/pid; error_log stderr;
events {{}}
http {{
    include {root}/etc/nginx/mime.types; default_type application/octet-stream; access_log off;
    client_body_temp_path {here}/body; proxy_temp_path {here}/proxy; fastcgi_temp_path {here}/fastcgi;
    uwsgi_temp_path {here}/uwsgi; scgi_temp_path {here}/scgi;
    {more}
    server {{ listen 127.0.0.1:{port}; root {folder}; }}
}}
"""
HTTPD = """
ServerName localhost
ServerRoot {here}
PidFile {here}/pid
ErrorLog /dev/stderr
DefaultRuntimeDir {here}
Listen 127.0.0.1:{port}
{user}
LoadModule mpm_event_module {root}/usr/lib/apache2/modules/mod_mpm_event.so
LoadModule authz_core_module {root}/usr/lib/apache2/modules/mod_authz_core.so
LoadModule dir_module {root}/usr/lib/apache2/modules/mod_dir.so
LoadModule mime_module {root}/usr/lib/apache2/modules/mod_mime.so
LoadModule filter_module {root}/usr/lib/apache2/modules/mod_filter.so
LoadModule deflate_module {root}/usr/lib/apache2/modules/mod_deflate.so
Include {root}/etc/apache2/mods-available/mime.conf
TypesConfig {root}/etc/mime.types
DocumentRoot {folder}
<Directory {folder}>
    Require all granted
    Options FollowSymLinks
</Directory>
{more}
"""
IS_ROOT = hasattr(os, "geteuid") and os.geteuid() == 0
# The settings of a server, and how it sends: as it comes, and with all that it can compress.
SERVERS = {
    "nginx": (
        NGINX,
        "user root;",
        {"plain": "", "compressed": "gzip on; gzip_proxied any; gzip_types *;"},
    ),
    "apache2": (
        HTTPD,
        "User nobody",
        {"plain": "", "compressed": "SetOutputFilter DEFLATE\nAddEncoding x-gzip .gz"},
    ),
}


def free_port() -> int:
    """A port that nobody listens at."""
    with socket.socket() as asked:
        asked.bind(("127.0.0.1", 0))
        return int(asked.getsockname()[1])


def answers(port: int) -> bool:
    """Whether somebody listens at a port."""
    with socket.socket() as asked:
        return asked.connect_ex(("127.0.0.1", port)) == 0


@contextmanager
def serving(name: str, way: str, folder: Path, here: Path) -> Iterator[str]:
    """Run a server over a folder; its address. `here` is for what it writes."""
    root = web_servers.root_of(name)
    if root is None:
        pytest.skip(f"{name} cannot be had here")
    text, user, ways = SERVERS[name]
    port = free_port()
    settings = here / f"{name}.conf"
    settings.write_text(
        text.format(
            root=str(root).rstrip("/"),
            here=here,
            folder=folder,
            port=port,
            more=ways[way],
            user=user if IS_ROOT else "",
        )
    )
    command = {
        "nginx": ["-p", str(here), "-c", str(settings)],
        "apache2": ["-D", "FOREGROUND", "-f", str(settings)],
    }[name]
    libraries = ":".join(map(str, root.glob("usr/lib/*-linux-gnu"))) if root != Path("/") else ""
    with subprocess.Popen(
        [root / "usr/sbin" / name, *command],
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ | ({"LD_LIBRARY_PATH": libraries} if libraries else {}),
    ) as server:
        try:
            while not answers(port):
                assert server.poll() is None, server.stderr and server.stderr.read()
                time.sleep(0.02)
            yield f"http://127.0.0.1:{port}/"
        finally:
            server.terminate()


@pytest.mark.parametrize("under", ["", "storage"], ids=["at the root", "under a sub-path"])
@pytest.mark.parametrize("way", ["plain", "compressed"])
@pytest.mark.parametrize("name", SERVERS)
def test_a_figure_runs_and_a_program_is_checked_on_a_real(
    name: str,
    way: str,
    under: str,
    open_page: Callable[..., Page],
    watch: Watch,
    tmp_path: Path,
) -> None:
    folder = tmp_path / "sites"
    folder.mkdir()
    tmp_path.chmod(0o755)
    (folder / "storage").symlink_to(serve.SITE, target_is_directory=True)
    with serving(name, way, folder if under else serve.SITE, tmp_path) as address:
        page = open_page(address + under)  # which leads to the first page, slash or no slash
        page.wait_for_url(f"{address}{under and under + '/'}book/index.html")
        page.goto(f"{address}{under and under + '/'}{PAGE}")
        uses(page, watch)
