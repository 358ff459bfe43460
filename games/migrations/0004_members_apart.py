from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def tell_apart(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """What players began as was not noted: what they are now is taken for it."""
    runs = apps.get_model("games", "DailyRun").objects
    runs.filter(user__is_guest=False).update(member=True)


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0002_shown"),
        ("games", "0003_keeping"),
    ]

    operations = [
        migrations.RemoveIndex(
            model_name="dailyrun",
            name="daily_board",
        ),
        migrations.AddField(
            model_name="dailyrun",
            name="member",
            field=models.BooleanField(default=False),
        ),
        migrations.AddIndex(
            model_name="dailyrun",
            index=models.Index(fields=["deal", "member", "cost"], name="daily_boards"),
        ),
        migrations.RunPython(tell_apart, migrations.RunPython.noop),
    ]
