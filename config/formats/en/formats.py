"""English: a moment is the same in every country, to the minute, and says its zone."""

DATETIME_FORMAT = "Y-m-d H:i T"
DATE_FORMAT = "Y-m-d"
