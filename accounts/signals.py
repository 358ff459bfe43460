"""What the accounts announce to the rest of the site, which they do not import."""

from django.dispatch import Signal

leaving = Signal()
"""A user (`user`) leaves at `now` and takes part in nothing any more. With `for_good` the account
is being deleted, and its name disappears too.

A receiver returns a sentence if something must end first, else None.
"""

renamed = Signal()
"""A user (`user`) has a new name as of `now`, which others should read at once."""
