"""What the accounts announce to the rest of the site, which they do not know."""

from django.dispatch import Signal

leaving = Signal()
"""Somebody (`user`) goes, at the moment `now`, and takes part in nothing any more. With `for_good`
the account is being deleted: what others see of its name goes too.

A receiver returns a sentence when something must end first, else None.
"""

renamed = Signal()
"""Somebody (`user`) has another name from now on (`now`), which others should read at once."""
