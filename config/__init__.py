"""Settings, addresses and the ASGI entry: the only place that knows every app."""

import os
from pathlib import Path

BASE_DIR = Path(__file__).resolve().parent.parent

# What the site writes: the secret key, the SQLite database, the collected static files.
VAR_DIR = Path(os.environ.get("VAR_DIR", BASE_DIR / "var"))
