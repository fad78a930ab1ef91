import { z } from "zod";
import { pageFields } from "@/lib/list-query";

export const FILTER_MAX_LENGTH = 200;

export const FROM_INVALID = "From must be a date or a time in ISO 8601";
export const TO_INVALID = "To must be a date or a time in ISO 8601";
export const ACTOR_INVALID = "Invalid actor";
export const API_KEY_INVALID = "Invalid API key";

/** The year 0 of ISO 8601 is none of Postgres, and there was no log before this. */
const EARLIEST = new Date(0);

const filter = (name: string) => z.string().max(FILTER_MAX_LENGTH, `${name} must be at most 200 characters`).optional();

/** A date is its first moment in UTC. */
function moment(message: string) {
  return z
    .union([z.iso.datetime({ offset: true }), z.iso.date()], message)
    .transform((text) => new Date(text))
    .refine((date) => date >= EARLIEST, message)
    .optional();
}

/** Query of GET /api/audit. */
export const listAuditSchema = z.object({
  ...pageFields,
  action: filter("Action"),
  subjectType: filter("Subject type"),
  subjectId: filter("Subject id"),
  actorId: z.uuid(ACTOR_INVALID).optional(),
  apiKeyId: z.uuid(API_KEY_INVALID).optional(),
  /** From this moment on. */
  from: moment(FROM_INVALID),
  /** Before this moment. */
  to: moment(TO_INVALID),
});

export type ListAuditQuery = z.infer<typeof listAuditSchema>;
