"""Storage of static files: compressed, under names with a hash of their content."""

from whitenoise.storage import CompressedManifestStaticFilesStorage


class ModuleStorage(CompressedManifestStaticFilesStorage):  # type: ignore[misc]  # has no types
    """WhiteNoise's storage, extended to scripts that import each other.

    The imports of a collected module name the hashed files, as ``url()`` does in a collected style
    sheet: a module that changes gets a new name, and so does every module that imports it.

    Django can do the same for every script (``support_js_module_import_aggregation``), but then
    fails at other packages' scripts that import files they do not ship. This handles only our own.
    """

    patterns = (
        *CompressedManifestStaticFilesStorage.patterns,
        (
            "js/*.js",
            (
                (
                    r"""(?P<matched>(?P<word>from|import) "(?P<url>\.[^"]+)";)""",
                    """%(word)s "%(url)s";""",
                ),
            ),
        ),
    )
