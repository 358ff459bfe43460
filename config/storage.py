"""How static files are stored: compressed, under names with a hash of their content."""

from whitenoise.storage import CompressedManifestStaticFilesStorage


class ModuleStorage(CompressedManifestStaticFilesStorage):  # type: ignore[misc]  # has no types
    """WhiteNoise's storage, for scripts that import each other as well.

    The imports of a collected module name the hashed files, as ``url()`` does in a collected style
    sheet: a module that changes gets a new name, and so does every module that imports it.

    Django can do the same for every script (``support_js_module_import_aggregation``), and then
    fails at those of other packages that import what they do not bring. This is for our own.
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
