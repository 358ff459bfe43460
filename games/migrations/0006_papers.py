from django.apps.registry import Apps
from django.conf import settings
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.models import F


def lines_as_edited(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Since when a draft has its lines was not noted: since its last save, at the latest."""
    apps.get_model("games", "PaytableDraft").objects.update(lines_since=F("edited"))


class Migration(migrations.Migration):
    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ("games", "0005_empty_since"),
    ]

    operations = [
        migrations.AddField("paytabledraft", "lines_since", models.DateTimeField(null=True)),
        migrations.RunPython(lines_as_edited, migrations.RunPython.noop),
        migrations.AlterField("paytabledraft", "lines_since", models.DateTimeField()),
        migrations.AddField(
            "paytableversion", "drafted", models.DateTimeField(blank=True, null=True)
        ),
        migrations.AddField(
            "paytablestep",
            "digest",
            models.CharField(blank=True, default="", max_length=64),
            preserve_default=False,
        ),
        migrations.AddField("paytablestep", "due", models.DateTimeField(blank=True, null=True)),
        migrations.AlterField(
            "paytablestep",
            "act",
            models.CharField(
                choices=[
                    ("submitted", "Submitted"),
                    ("approved", "Approved"),
                    ("rejected", "Rejected"),
                    ("planned", "Planned"),
                    ("unplanned", "Unplanned"),
                    ("activated", "Activated"),
                    ("retired", "Retired"),
                ],
                max_length=9,
            ),
        ),
        migrations.CreateModel(
            name="PlannedActivation",
            fields=[
                (
                    "version",
                    models.OneToOneField(
                        on_delete=models.deletion.PROTECT,
                        primary_key=True,
                        related_name="plan",
                        serialize=False,
                        to="games.paytableversion",
                    ),
                ),
                ("due", models.DateTimeField(db_index=True)),
                (
                    "by",
                    models.ForeignKey(
                        on_delete=models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="ApprovalLetter",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("reference", models.CharField(max_length=120)),
                ("dated", models.DateField()),
                ("name", models.CharField(max_length=120)),
                ("digest", models.CharField(max_length=64)),
                ("size", models.PositiveIntegerField()),
                ("content", models.BinaryField()),
                ("at", models.DateTimeField()),
                (
                    "by",
                    models.ForeignKey(
                        on_delete=models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "version",
                    models.ForeignKey(
                        on_delete=models.deletion.PROTECT,
                        related_name="letters",
                        to="games.paytableversion",
                    ),
                ),
            ],
            options={"ordering": ["pk"]},
        ),
    ]
