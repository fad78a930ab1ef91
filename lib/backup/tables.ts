/*
 * What is in a backup. Every table is in one of the two lists (tables.db.test.ts). A table that a later version drops
 * stays in its list, since a backup may come from a database migrated by an earlier version.
 */

/** In loading order: referenced tables come first. */
export const KEPT_TABLES = [
  "settings",
  "users",
  "groups",
  "group_memberships",
  "summaries",
  "api_keys",
  "idempotency_keys",
  "favicons",
  "short_urls",
  "short_url_counts",
  "stat_shares",
  "qr_placements",
  "qr_logos",
  "qr_templates",
  "qr_designs",
  "user_agents",
  "referrers",
  "places",
  "click_days",
  "user_days_due",
  "visits",
  "clicks",
  "rejected_clicks",
  "unknown_codes",
  "audit_entries",
  "audit_items",
  "background_migrations",
  "bulk_jobs",
  "bulk_job_failures",
] as const;

/** The job queue's schema isn't kept either: its jobs are at most an hour old, apart from retried emails. */
export const LEFT_OUT_TABLES = {
  sessions: "everyone signs in again",
  verification_tokens: "links in mails work once and briefly",
  spool_positions: "clicks in a spool are compared with the stored ones",
  visitor_salts: "deleted after three days, so that nobody can be recognised",
  click_visitors: "gathered from the clicks again",
  visitor_days: "says which days are in click_visitors",
  click_visitor_days: "the same, of the previous version",
  rate_limits: "counts of the last hours",
  backups: "files that a restored installation must not delete",
  qr_files: "files that expire",
  qr_file_items: "their images",
  qr_codes: "unused",
  _prisma_migrations: "written by the migrations, which the restore applies",
} as const;

/** Partitioned by month, with the function that creates the partition for a timestamp. */
export const PARTITIONED_TABLES: Partial<Record<string, string>> = {
  visits: "ensure_visit_partition",
  clicks: "ensure_click_partition",
};
