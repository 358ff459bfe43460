"""The rows of the accounts app."""

from accounts.models.audit import AuditEntry
from accounts.models.books import Account, Appended, AppendedRows, Entry, Transfer
from accounts.models.care import ExclusionRequest, PlayerNote
from accounts.models.limits import PlayLimits
from accounts.models.requests import LedgerRequest
from accounts.models.users import StaffMember, User, forms_of, new_client_seed

__all__ = [
    "Account",
    "Appended",
    "AppendedRows",
    "AuditEntry",
    "Entry",
    "ExclusionRequest",
    "LedgerRequest",
    "PlayLimits",
    "PlayerNote",
    "StaffMember",
    "Transfer",
    "User",
    "forms_of",
    "new_client_seed",
]
