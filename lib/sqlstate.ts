// Error codes of Postgres (appendix A).

/** Also after the timeout of a statement. */
export const QUERY_CANCELED = "57014";
export const LOCK_NOT_AVAILABLE = "55P03";
export const DEADLOCK_DETECTED = "40P01";
