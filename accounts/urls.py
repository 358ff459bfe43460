"""Addresses below /accounts/. Those of passwords, second factors and sessions are allauth's."""

from allauth.account.views import login
from django.urls import path

from accounts import settings_views, views

app_name = "accounts"
urlpatterns = [
    path("", views.account, name="account"),
    path("guest", views.guest, name="guest"),
    path("settings", settings_views.settings_page, name="settings"),
    path("limits", settings_views.limits_page, name="limits"),
    path("login/", login, name="login"),
    path("refill", views.refill, name="refill"),
    path("export", views.take_away, name="export"),
    path("delete", views.delete, name="delete"),
]
