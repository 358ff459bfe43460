"""No rows: `migrate` signals only apps with this module when it is done."""
