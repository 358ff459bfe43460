"""The size of a table page: everything it loads, compressed, without the card faces."""

import gzip
import re
import urllib.request
from pathlib import Path
from typing import Any

import brotli

from bench.site import served
from games.models import Table

REFERENCES = re.compile(r'(?:src|href)="(/static/[^"]+)"|url\("?([^")]+)"?\)')


def _fetched(url: str) -> tuple[bytes, int]:
    """A file, and its size as it came over the wire with brotli or gzip."""
    request = urllib.request.Request(url, headers={"Accept-Encoding": "br, gzip"})
    with urllib.request.urlopen(request) as response:
        body: bytes = response.read()
        encoding = response.headers.get("Content-Encoding", "")
    plain = {"br": brotli.decompress, "gzip": gzip.decompress}.get(encoding, bytes)(body)
    # The proxy in front compresses pages; here they come uncompressed.
    size = (
        len(body) if encoding or not url.rpartition("/")[2].isdigit() else len(gzip.compress(body))
    )
    return plain, size


def _static(base: str, page: bytes) -> set[str]:
    return {
        f"{base}{found[1]}"
        for found in REFERENCES.finditer(page.decode())
        if found[1] and "/cards/" not in found[1]
    }


def measure(home: Path) -> dict[str, Any]:
    """Kilobytes (1000 bytes) of the Big 50 table page and what it refers to."""
    table = Table.objects.filter(game="big-50", solo=False).first()
    assert table is not None
    with served(home) as server:
        page, total = _fetched(f"{server.url}/tables/{table.pk}")
        waiting = _static(server.url, page)
        seen: set[str] = set()
        while waiting:
            url = waiting.pop()
            seen.add(url)
            body, size = _fetched(url)
            total += size
            if url.endswith(".css"):
                folder = url.rpartition("/")[0]
                for found in REFERENCES.finditer(body.decode()):
                    if found[2] and not found[2].startswith("data:"):
                        waiting.add(_joined(folder, found[2]))
                waiting -= seen
    return {"page.table_kb": round(total / 1000, 1)}


def _joined(folder: str, path: str) -> str:
    while path.startswith("../"):
        folder, path = folder.rpartition("/")[0], path[3:]
    return f"{folder}/{path}"
