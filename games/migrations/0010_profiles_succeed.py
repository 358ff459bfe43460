import django.db.models.deletion
from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.models import F


def say_what_is_taken(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Tables said a maximum that their profile does not allow: they never took it."""
    tables = apps.get_model("games", "Table").objects
    for profile in apps.get_model("games", "LimitsProfile").objects.exclude(max_wager=None):
        tables.filter(
            profile=profile, closed=False, maximum__gt=profile.max_wager,
            minimum__lte=profile.max_wager,
        ).update(maximum=profile.max_wager, version=F("version") + 1)  # fmt: skip


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0009_holds_by_day"),
    ]

    operations = [
        migrations.RunPython(say_what_is_taken, migrations.RunPython.noop),
        migrations.AddField(
            model_name="limitsprofile",
            name="supersedes",
            field=models.ForeignKey(
                blank=True,
                help_text="The profile whose place it takes: no new table may have that one any "
                "more, and tables that have it change to this one with their next round.",
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="successors",
                to="games.limitsprofile",
            ),
        ),
    ]
