"""Every address of the site."""

from allauth.account.decorators import secure_admin_login
from django.contrib import admin
from django.urls import include, path
from django.views.generic import RedirectView

from config.health import healthz

# Staff sign in on the same page: the same limits, and their second factor.
admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]  # as allauth says
to_password = RedirectView.as_view(pattern_name="account_change_password")

urlpatterns = [
    path("healthz", healthz, name="healthz"),
    path(".well-known/change-password", to_password),  # password managers request it
    path("admin/password_change/", to_password),
    path("admin/", admin.site.urls),
    path("accounts/", include("accounts.urls")),
    path("accounts/", include("allauth.urls")),
    path("", include("games.web.urls")),
]

handler403 = "config.errors.not_allowed"
handler404 = "config.errors.not_here"
handler400 = "config.errors.bad_request"
handler500 = "config.errors.failed"
handler429 = "accounts.views.too_many"  # allauth requires it
