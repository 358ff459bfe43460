"""Addresses of the pages and of what they post to."""

from django.urls import path

from games.web import (
    daily_views,
    history_views,
    host_views,
    limit_views,
    replay_views,
    sheet_views,
    statistics_views,
    table_views,
    views,
)
from games.web import review_views as coach_views

app_name = "games"
urlpatterns = [
    path("", views.lobby, name="lobby"),
    path("session", limit_views.session, name="session"),
    path("session/reminder", limit_views.reminded, name="reminded"),
    path("play/<slug:slug>", views.play_now, name="play"),
    path("solo/<slug:slug>", views.play_solo, name="solo"),
    path("tables/new", host_views.choose_game, name="host"),
    path("tables/new/<slug:slug>", host_views.open_table, name="open"),
    path("private/<str:token>", host_views.enter, name="enter"),
    path("tables/<int:table_id>", views.table, name="table"),
    path("tables/<int:table_id>/parts", table_views.parts, name="parts"),
    path("tables/<int:table_id>/state", table_views.state, name="state"),
    path("tables/<int:table_id>/sit", table_views.sit, name="sit"),
    path("tables/<int:table_id>/leave", table_views.leave, name="leave"),
    path("tables/<int:table_id>/bets", table_views.bets, name="bets"),
    path("tables/<int:table_id>/act", table_views.act, name="act"),
    path("tables/<int:table_id>/talk", table_views.talk, name="talk"),
    path("tables/<int:table_id>/close", host_views.close, name="close"),
    path("tables/<int:table_id>/coach", coach_views.coach, name="coach"),
    path("daily", daily_views.today, name="daily"),
    path("daily/<slug:slug>/start", daily_views.start, name="daily_start"),
    path("daily/<str:day>/<slug:slug>", daily_views.day_board, name="daily_board"),
    path("rules/", views.rules_index, name="rules_index"),
    path("rules/<slug:slug>", views.rules, name="rules"),
    path("rules/<slug:slug>/sheet", sheet_views.sheet, name="sheet"),
    path("rules/<slug:slug>/sheet.pdf", sheet_views.sheet_pdf, name="sheet_pdf"),
    path("odds/published", views.published, name="published"),
    path("stats", statistics_views.results, name="stats"),
    path("history/", history_views.history, name="history"),
    path("history/export.<str:form>", history_views.export, name="export"),
    path("history/<uuid:round_id>", history_views.round_page, name="round"),
    path("history/<uuid:round_id>/replay", replay_views.replay, name="replay"),
    path("history/<uuid:round_id>.json", history_views.round_record, name="record"),
    path("history/<uuid:round_id>/review", coach_views.round_review, name="review"),
    path(
        "history/<uuid:round_id>/decisions/<int:ordinal>",
        coach_views.round_decision,
        name="decision",
    ),
    path("history/<uuid:round_id>/share", history_views.share, name="share"),
    path("history/<uuid:round_id>/unshare", history_views.unshare, name="unshare"),
    path("shared/<str:token>.json", history_views.shared_proof, name="shared_proof"),
    path("shared/<str:token>", history_views.shared, name="shared"),
    path("shared/<str:token>/replay", history_views.shared_replay, name="shared_replay"),
    path("fairness", history_views.fairness, name="fairness"),
]
