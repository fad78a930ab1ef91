import { z } from "zod";
import { pageFields } from "@/lib/list-query";

export const FILTER_MAX_LENGTH = 200;

export const FROM_INVALID =
  "`from` must be an ISO 8601 date or date-time, for example 2030-12-31 or 2030-12-31T23:59:59Z.";
export const TO_INVALID = "`to` must be an ISO 8601 date or date-time, for example 2030-12-31 or 2030-12-31T23:59:59Z.";
export const ACTOR_INVALID = "`actorId` must be a UUID.";
export const API_KEY_INVALID = "`apiKeyId` must be a UUID.";

/** Postgres has no year 0, which ISO 8601 allows. */
const EARLIEST = new Date(0);

const filter = (name: string) =>
  z.string().max(FILTER_MAX_LENGTH, `\`${name}\` must be at most ${FILTER_MAX_LENGTH} characters.`).optional();

/** A date means midnight UTC. */
function dateTime(message: string) {
  return z
    .union([z.iso.datetime({ offset: true }), z.iso.date()], message)
    .transform((text) => new Date(text))
    .refine((date) => date >= EARLIEST, message)
    .optional();
}

/** Query of GET /api/audit. */
export const listAuditSchema = z.object({
  ...pageFields,
  action: filter("action"),
  subjectType: filter("subjectType"),
  subjectId: filter("subjectId"),
  actorId: z.uuid(ACTOR_INVALID).optional(),
  apiKeyId: z.uuid(API_KEY_INVALID).optional(),
  /** Inclusive. */
  from: dateTime(FROM_INVALID),
  /** Exclusive. */
  to: dateTime(TO_INVALID),
});

export type ListAuditQuery = z.infer<typeof listAuditSchema>;
