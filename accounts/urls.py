"""Addresses below /accounts/."""

from django.contrib.auth.views import LoginView, LogoutView
from django.urls import path

from accounts import views

app_name = "accounts"
urlpatterns = [
    path("guest", views.guest, name="guest"),
    path("login", LoginView.as_view(template_name="accounts/login.html"), name="login"),
    path("logout", LogoutView.as_view(), name="logout"),
]
