type Definition = {
  type: "counter" | "gauge" | "histogram";
  help: string;
  /** Besides `role` and `process`, which every metric of a process has. None has codes, hosts, addresses or names of people. */
  labels?: readonly string[];
  /** Of the installation or machine; without `role` and `process`. */
  isShared?: true;
};

/** Every metric at /metrics. docs/metrics.md explains them; tests compare the page, dashboard and alert rules with this list. */
export const METRICS = {
  hop_build_info: {
    type: "gauge",
    help: "Always 1; the version of Hop and of Node.js as labels.",
    labels: ["version", "node"],
    isShared: true,
  },
  hop_role_up: { type: "gauge", help: "1 if the process is ready and answered within a second, otherwise 0." },
  hop_role_restarts_total: { type: "counter", help: "Restarts of the process after it stopped unexpectedly." },

  hop_redirects_total: { type: "counter", help: "Visits to short URLs by outcome.", labels: ["result"] },
  hop_redirect_duration_seconds: {
    type: "histogram",
    help: "Time from reading the request of a visit to its response, with the write to the spool.",
  },
  hop_link_cache_links: { type: "gauge", help: "Links in memory." },
  hop_link_cache_bytes: { type: "gauge", help: "Estimated memory of cached links." },
  hop_link_cache_hits_total: { type: "counter", help: "Visits answered from memory, unknown codes included." },
  hop_link_cache_misses_total: { type: "counter", help: "Visits that needed the database." },
  hop_clicks_dropped_total: { type: "counter", help: "Clicks lost because the spool or the disk was full." },
  hop_clicks_limited_total: { type: "counter", help: "Clicks not stored because of the limit per client." },

  hop_spool_bytes: { type: "gauge", help: "Bytes of clicks that wait for the database.", isShared: true },
  hop_spool_max_bytes: { type: "gauge", help: "Size beyond which clicks are dropped.", isShared: true },
  hop_spool_clicks: { type: "gauge", help: "Clicks that wait for the database, estimated if many.", isShared: true },
  hop_spool_oldest_click_age_seconds: {
    type: "gauge",
    help: "Age of the oldest click that waits for the database; 0 if none does.",
    isShared: true,
  },
  hop_disk_free_bytes: { type: "gauge", help: "Free space on the file system of DATA_DIR.", isShared: true },
  hop_disk_size_bytes: { type: "gauge", help: "Size of the file system of DATA_DIR.", isShared: true },

  hop_clicks_stored_total: { type: "counter", help: "Clicks moved from the spool to the database." },
  hop_drain_lag_seconds: {
    type: "gauge",
    help: "Time from the oldest click of the latest batch to its commit; 0 when the spool was empty.",
  },
  hop_drain_last_success_timestamp_seconds: { type: "gauge", help: "When the spool was last drained completely." },
  hop_clicks_rejected: { type: "gauge", help: "Clicks that the database refused, kept for 30 days.", isShared: true },

  hop_database_up: { type: "gauge", help: "1 if the database answered within a second, otherwise 0.", isShared: true },
  hop_migrations_pending: {
    type: "gauge",
    help: "1 if the database lacks a migration of this version, otherwise 0.",
    isShared: true,
  },
  hop_background_migration_rows: {
    type: "gauge",
    help: "Estimated number of rows of a background migration.",
    labels: ["migration"],
    isShared: true,
  },
  hop_background_migration_done_rows: {
    type: "gauge",
    help: "Rows that a background migration has converted.",
    labels: ["migration"],
    isShared: true,
  },
  hop_background_migration_failing: {
    type: "gauge",
    help: "1 if the latest step of a background migration failed, otherwise 0.",
    labels: ["migration"],
    isShared: true,
  },
  hop_background_migration_idle_seconds: {
    type: "gauge",
    help: "Seconds since the last step of a background migration that is not finished, otherwise 0.",
    labels: ["migration"],
    isShared: true,
  },
  hop_listening: {
    type: "gauge",
    help: "1 while the process receives notifications of the database, otherwise 0.",
    labels: ["channel"],
  },
  hop_database_connections: { type: "gauge", help: "Open connections of a pool.", labels: ["pool", "state"] },
  hop_database_pool_waiting: { type: "gauge", help: "Queries that wait for a connection now.", labels: ["pool"] },
  hop_database_pool_waits_total: {
    type: "counter",
    help: "Queries that had to wait because all connections were busy.",
    labels: ["pool"],
  },
  hop_replica_used: { type: "gauge", help: "1 while lists and statistics may be read from the replica, otherwise 0." },
  hop_replica_lag_seconds: { type: "gauge", help: "How far the replica is behind; absent while it is unknown." },
  hop_list_queries_total: {
    type: "counter",
    help: "Queries of lists and statistics by the server that answered, with a replica.",
    labels: ["server"],
  },

  hop_jobs_waiting: {
    type: "gauge",
    help: "Jobs that no worker has taken yet, including those that wait for a retry.",
    labels: ["queue"],
    isShared: true,
  },
  hop_jobs_active: { type: "gauge", help: "Jobs that a worker has taken.", labels: ["queue"], isShared: true },
  hop_jobs_oldest_due_age_seconds: {
    type: "gauge",
    help: "How long the oldest due job has been waiting; 0 if none is.",
    labels: ["queue"],
    isShared: true,
  },
  hop_jobs_finished_total: { type: "counter", help: "Attempts at jobs by outcome.", labels: ["queue", "outcome"] },
  hop_mails_total: { type: "counter", help: "Attempts to send an email by result.", labels: ["result"] },

  hop_backup_last_success_timestamp_seconds: {
    type: "gauge",
    help: "When the last good scheduled backup was stored; 0 if none was.",
    isShared: true,
  },
  hop_backup_last_size_bytes: {
    type: "gauge",
    help: "Size of the last good scheduled backup; 0 if none was.",
    isShared: true,
  },
  hop_backup_interval_seconds: { type: "gauge", help: "Time between scheduled backups.", isShared: true },
  hop_backup_failed_attempts: {
    type: "gauge",
    help: "Attempts at a scheduled backup that failed since the last good one.",
    isShared: true,
  },

  hop_event_loop_lag_p99_seconds: { type: "gauge", help: "99th percentile of the delay since the last scrape." },
  hop_event_loop_lag_max_seconds: { type: "gauge", help: "Longest delay since the last scrape." },
  hop_process_resident_memory_bytes: { type: "gauge", help: "Resident memory." },
  hop_process_heap_used_bytes: { type: "gauge", help: "Used JavaScript heap." },
  hop_process_cpu_seconds_total: { type: "counter", help: "Processor time, user and system." },
  hop_process_start_time_seconds: { type: "gauge", help: "When the process started, in seconds since the epoch." },
} as const satisfies Record<string, Definition>;

export type MetricName = keyof typeof METRICS;

export const METRIC_NAMES = Object.keys(METRICS) as MetricName[];

export function definitionOf(name: MetricName): Definition {
  return METRICS[name];
}
