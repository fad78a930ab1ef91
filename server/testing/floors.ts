/**
 * The floors of lib, top to bottom, and the folders of each in order. A folder imports only from folders after it in
 * this list; the files directly in lib are the kernel, which every folder may import. server/laws/import-laws.test.ts
 * compares the declaration with the imports and with the picture in docs/floors.md.
 */
export const FLOORS = {
  surface: {
    http: "What every API call goes through: routes, authentication, input, errors",
    "public-api": "API keys' calls under /api/v1, their reference and examples",
    redirect: "The hot path: from a request for a short code to its reply",
  },
  domains: {
    "backup-schedule": "Scheduled backups: when, their retention and state",
    backup: "Backups of the database: writing, checking and restoring them",
    search: "Links and people at once, for the command palette",
    summaries: "Weekly and monthly summaries by email",
    shares: "Shared pages with a link's statistics",
    stats: "Statistics of links and groups, and their exports",
    analytics: "Counts per day, most clicked links, dashboard, live view, recent activity",
    qr: "QR codes of links",
    urls: "Short links, and who may see them",
    favicons: "Favicons of destinations, and their refresh",
    "api-keys": "API keys: scopes, suspension, authentication",
    auth: "Sign-in by email link",
    sessions: "Sessions: list, expiry, sign-out",
    clicks: "Spool, enrichment, storage and counting of clicks",
    groups: "Groups and their members",
    users: "Users, roles and URL limits",
    settings: "Base URL and mail server",
    audit: "The audit log, and whether its actors may still act",
  },
  services: {
    mail: "Mail texts and their transport",
    jobs: "The job queue",
    stores: "Where backups are kept: folders and S3-compatible storage",
    db: "Postgres: pools, Prisma, SQL, migrations",
  },
} as const satisfies Record<string, Record<string, string>>;
