"""English: times have the same format in every country, to the minute, with their zone."""

DATETIME_FORMAT = "Y-m-d H:i T"
DATE_FORMAT = "Y-m-d"
