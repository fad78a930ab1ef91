import { pageFields, searchSchema } from "@/lib/list-query";
import * as z from "@/lib/zod";

const FILTER_MAX_LENGTH = 200;

export const FROM_INVALID =
  "`from` must be an ISO 8601 date or date-time, for example 2030-12-31 or 2030-12-31T23:59:59Z.";
export const TO_INVALID = "`to` must be an ISO 8601 date or date-time, for example 2030-12-31 or 2030-12-31T23:59:59Z.";
export const ACTOR_INVALID = "`actorId` must be a UUID.";
const API_KEY_INVALID = "`apiKeyId` must be a UUID.";

const FROM_DAY_INVALID = "`fromDay` must be a date, for example 2030-12-31.";
const TO_DAY_INVALID = "`toDay` must be a date, for example 2030-12-31.";
const DAY_INVALID = "`day` must be today or yesterday.";

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

/** The year of the following day must have four digits as well. */
function day(message: string) {
  return z.iso
    .date(message)
    .refine((date) => date >= "1970-01-02" && date < "9999-12-31", message)
    .optional();
}

/** Query of GET /api/audit. */
export const listAuditSchema = z.object({
  ...pageFields,
  /** Search text; entries about the links and people it finds are listed. */
  q: searchSchema,
  /** Actions, or their verbs, separated by commas. */
  action: filter("action"),
  subjectType: filter("subjectType"),
  subjectId: filter("subjectId"),
  actorId: z.uuid(ACTOR_INVALID).optional(),
  apiKeyId: z.uuid(API_KEY_INVALID).optional(),
  /** Inclusive. */
  from: dateTime(FROM_INVALID),
  /** Exclusive. */
  to: dateTime(TO_INVALID),
  /** Days of the installation, inclusive. */
  fromDay: day(FROM_DAY_INVALID),
  toDay: day(TO_DAY_INVALID),
  day: z.enum(["today", "yesterday"], DAY_INVALID).optional(),
});

export type ListAuditQuery = z.infer<typeof listAuditSchema>;
