"""Every command of a league in one place; loaded by those who have one, since it wants psycopg."""

from pbem.admin.league import audit, init, serve, shut, status
from pbem.admin.moving import export_campaign, import_folder
from pbem.service.league_roles import Workplace

__all__ = ["Workplace", "audit", "export_campaign", "import_folder", "init", "serve", "shut", "status"]
