type Definition = {
  type: "counter" | "gauge" | "histogram";
  help: string;
  /**
   * Labels besides `role` and `process`, which every metric of a process has. No codes, hosts, addresses or personal
   * names.
   */
  labels?: readonly string[];
  /** Whether it describes the installation or machine, and has no `role` and `process`. */
  isShared?: true;
};

type Labels = Definition["labels"];
const gauge = (help: string, labels?: Labels): Definition => ({ type: "gauge", help, ...(labels && { labels }) });
const counter = (help: string, labels?: Labels): Definition => ({ type: "counter", help, ...(labels && { labels }) });
const histogram = (help: string): Definition => ({ type: "histogram", help });
const shared = (definition: Definition): Definition => ({ ...definition, isShared: true });

/**
 * Every metric at /metrics. docs/metrics.md explains them; tests compare the page, dashboard and alert rules with this
 * list.
 */
export const METRICS = {
  hop_build_info: shared(gauge("Always 1; the version of Hop and of Node.js as labels.", ["version", "node"])),
  hop_role_up: gauge("1 if the process is ready and answered within a second, otherwise 0."),
  hop_role_restarts_total: counter("Restarts of the process after it stopped unexpectedly."),

  hop_redirects_total: counter("Visits to short URLs by outcome.", ["result"]),
  hop_redirect_duration_seconds: histogram(
    "Time from reading the request of a visit to its response, with the write to the spool.",
  ),
  hop_responses_total: counter("Responses of the dashboard and the API by kind of request and class of status.", [
    "kind",
    "status",
  ]),
  hop_link_cache_links: gauge("Links in memory."),
  hop_link_cache_bytes: gauge("Estimated memory of cached links."),
  hop_link_cache_hits_total: counter("Visits answered from memory, unknown codes included."),
  hop_link_cache_misses_total: counter("Visits that needed the database."),
  hop_clicks_dropped_total: counter("Clicks lost because the spool or the disk was full."),
  hop_clicks_limited_total: counter("Clicks not stored because of the limit per client."),

  hop_spool_bytes: shared(gauge("Bytes of clicks that wait for the database.")),
  hop_spool_max_bytes: shared(gauge("Size beyond which clicks are dropped.")),
  hop_spool_clicks: shared(gauge("Clicks that wait for the database, estimated if many.")),
  hop_spool_oldest_click_age_seconds: shared(
    gauge("Age of the oldest click that waits for the database; 0 if none does."),
  ),
  hop_disk_free_bytes: shared(gauge("Free space on the file system of DATA_DIR.")),
  hop_disk_size_bytes: shared(gauge("Size of the file system of DATA_DIR.")),
  hop_disk_free_inodes: shared(gauge("Free inodes of the file system of DATA_DIR: how many files can be created.")),

  hop_clicks_stored_total: counter("Clicks moved from the spool to the database."),
  hop_drain_lag_seconds: gauge(
    "Time from the oldest click of the latest batch to its commit, or the age of the oldest waiting one if that is more; 0 when the spool was empty.",
  ),
  hop_drain_last_success_timestamp_seconds: gauge("When the spool was last fully drained."),
  hop_clicks_rejected: shared(gauge("Clicks that the database refused, kept for 30 days.")),

  hop_database_up: shared(gauge("1 if the database answered within a second, otherwise 0.")),
  hop_database_read_only: shared(gauge("1 if the database refuses changes, otherwise 0.")),
  hop_migrations_pending: shared(gauge("1 if the database lacks a migration of this version, otherwise 0.")),
  hop_background_migration_rows: shared(gauge("Estimated number of rows of a background migration.", ["migration"])),
  hop_background_migration_done_rows: shared(gauge("Rows that a background migration has converted.", ["migration"])),
  hop_background_migration_failing: shared(
    gauge("1 if the latest step of a background migration failed, otherwise 0.", ["migration"]),
  ),
  hop_background_migration_idle_seconds: shared(
    gauge("Seconds since the last step of a background migration that is not finished, otherwise 0.", ["migration"]),
  ),
  hop_listening: gauge("1 while the process receives notifications of the database, otherwise 0.", ["channel"]),
  hop_database_connections: gauge("Open connections of a pool.", ["pool", "state"]),
  hop_database_pool_waiting: gauge("Queries that wait for a connection now.", ["pool"]),
  hop_database_pool_waits_total: counter("Queries that had to wait because all connections were busy.", ["pool"]),
  hop_replica_used: gauge("1 while lists and statistics may be read from the replica, otherwise 0."),
  hop_replica_lag_seconds: gauge("How far the replica is behind; absent while it is unknown."),
  hop_list_queries_total: counter("Queries of lists and statistics by the server that answered, with a replica.", [
    "server",
  ]),

  hop_job_queue_usable: shared(gauge("1 if jobs can be added to the queue in the database, otherwise 0.")),
  hop_jobs_waiting: shared(
    gauge("Jobs that no worker has taken yet, including those that wait for a retry.", ["queue"]),
  ),
  hop_jobs_active: shared(gauge("Jobs that a worker has taken.", ["queue"])),
  hop_jobs_oldest_due_age_seconds: shared(
    gauge("How long the oldest due job has been waiting; 0 if none is.", ["queue"]),
  ),
  hop_jobs_finished_total: counter("Attempts at jobs by outcome.", ["queue", "outcome"]),
  hop_mails_total: counter("Attempts to send an email by result.", ["result"]),

  hop_backup_last_success_timestamp_seconds: shared(
    gauge("When the last good scheduled backup was stored; 0 if none was."),
  ),
  hop_backup_last_size_bytes: shared(gauge("Size of the last good scheduled backup; 0 if none was.")),
  hop_backup_interval_seconds: shared(gauge("Time between scheduled backups.")),
  hop_backup_failed_attempts: shared(gauge("Attempts at a scheduled backup that failed since the last good one.")),

  hop_maintenance_last_success_timestamp_seconds: gauge(
    "When a step of the hourly maintenance last succeeded, or the worker started.",
    ["step"],
  ),

  hop_event_loop_lag_p99_seconds: gauge("99th percentile of the delay since the last scrape."),
  hop_event_loop_lag_max_seconds: gauge("Longest delay since the last scrape."),
  hop_process_resident_memory_bytes: gauge("Resident memory."),
  hop_process_heap_used_bytes: gauge("Used JavaScript heap."),
  hop_process_cpu_seconds_total: counter("CPU time, user and system."),
  hop_process_start_time_seconds: gauge("When the process started, in seconds since the epoch."),
} satisfies Record<string, Definition>;

export type MetricName = keyof typeof METRICS;

export const METRIC_NAMES = Object.keys(METRICS) as MetricName[];

export function definitionOf(name: MetricName): Definition {
  return METRICS[name];
}
