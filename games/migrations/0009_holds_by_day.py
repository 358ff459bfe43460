import django.db.models.deletion
from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def count_anew(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """The sums had neither day nor stake. Everything is in the rounds: the sweep counts them all
    again, some at a time."""
    apps.get_model("games", "CardTally").objects.all().delete()
    apps.get_model("games", "Round").objects.filter(tallied=True).update(tallied=False)


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0008_drills"),
    ]

    operations = [
        migrations.RunPython(count_anew, migrations.RunPython.noop),
        migrations.DeleteModel("HoldTally"),
        migrations.CreateModel(
            name="PlayedFelt",
            fields=[
                (
                    "digest",
                    models.CharField(max_length=64, primary_key=True, serialize=False),
                ),
                ("game", models.CharField(db_index=True, max_length=40)),
                ("question", models.JSONField()),
            ],
        ),
        migrations.CreateModel(
            name="HoldTally",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("spot", models.CharField(max_length=40)),
                ("day", models.DateField()),
                ("stake", models.PositiveBigIntegerField()),
                ("fresh", models.BooleanField(default=True)),
                ("wagers", models.BigIntegerField(default=0)),
                ("together", models.BigIntegerField(default=0)),
                ("staked", models.BigIntegerField(default=0)),
                ("returned", models.BigIntegerField(default=0)),
                (
                    "felt",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="games.playedfelt",
                    ),
                ),
                (
                    "table",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="games.table",
                    ),
                ),
                (
                    "version",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="games.paytableversion",
                    ),
                ),
            ],
            options={"verbose_name_plural": "dashboard"},
        ),
        migrations.CreateModel(
            name="RoundTally",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("hour", models.DateTimeField()),
                ("rounds", models.IntegerField(default=0)),
                (
                    "table",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="games.table",
                    ),
                ),
            ],
        ),
        migrations.AddConstraint(
            model_name="holdtally",
            constraint=models.UniqueConstraint(
                fields=("day", "table", "felt", "spot", "stake", "fresh"),
                name="one_tally_per_day_table_felt_spot_and_stake",
            ),
        ),
        migrations.AddConstraint(
            model_name="roundtally",
            constraint=models.UniqueConstraint(
                fields=("hour", "table"), name="one_round_tally_per_hour_and_table"
            ),
        ),
    ]
