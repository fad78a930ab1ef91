import type PgBoss from "pg-boss";

/** The payload of each kind of job. */
export type JobData = {
  "sign-in-link": {
    email: string;
    /** SHA-256 of the cookie of the requesting browser. */
    browserHash: string;
  };
  /**
   * Without `adminId`, the job queues one for each admin. `urlLimit` is the limit at the time of the request; jobs that
   * an earlier version queued have none.
   */
  "limit-increase-request": { userId: string; urlLimit?: number | undefined; adminId?: string };
  /** Jobs that an earlier version queued have no `userId`. */
  "address-changed": { userId?: string; oldEmail: string; newEmail: string };
  "address-added": { userId: string; newEmail: string };
  invitation: { userId: string; invitationId: string };
  /** `day` is the due date (YYYY-MM-DD), the day after its period. */
  summary: { userId: string; frequency: "weekly" | "monthly"; day: string };
  alert: { adminId: string } & Alert;
};

/** A problem of the installation, in whole sentences without secrets. `title` ends the subject of its mail. */
export type Alert = { title: string; text: string; remedy: string };

export type QueueName = keyof JobData;

export const QUEUES: Record<QueueName, Omit<PgBoss.Queue, "name">> = {
  // The n-th delay is 2^n to 2^(n+1) seconds, 4 to 8.5 minutes in total: usually long enough for greylisting of 5
  // minutes, and over before the link would have expired: a later email would only confuse its reader.
  "sign-in-link": { retryLimit: 7, retryDelay: 2, retryBackoff: true, expireInSeconds: 120, retentionMinutes: 20 },
  "limit-increase-request": { retryLimit: 12, retryDelay: 30, retryBackoff: true, expireInSeconds: 300 },
  "address-changed": { retryLimit: 12, retryDelay: 30, retryBackoff: true, expireInSeconds: 300 },
  "address-added": { retryLimit: 12, retryDelay: 30, retryBackoff: true, expireInSeconds: 300 },
  // Retries end after half a day, well before the link expires.
  invitation: { retryLimit: 10, retryDelay: 30, retryBackoff: true, expireInSeconds: 300 },
  // Retries end after a day and a half.
  summary: { retryLimit: 12, retryDelay: 30, retryBackoff: true, expireInSeconds: 300 },
  alert: { retryLimit: 12, retryDelay: 30, retryBackoff: true, expireInSeconds: 300 },
};
