"""No rows: `migrate` tells only apps with this module when it is done."""
