import { INTERVALS, MARK_KINDS, mapDimensions, STAT_DIMENSIONS } from "@/lib/stats/types";
import { URL_STATUSES } from "@/lib/urls/types";
import * as z from "@/lib/zod";

/** Response schemas; the API reference is generated from them. */

/** Stored as a browser would, so not always a URI in the strict sense of RFC 3986: `?off=50%`, `#a#b`. */
const destinationField = z.string();

/** Spec section 3, "API-created URL response". */
export const createdUrlSchema = z
  .object({
    id: z.uuid(),
    shortCode: z.string(),
    originalUrl: destinationField.describe("The destination in its canonical form"),
    shortUrl: z.url(),
    qrCode: z.string().startsWith("data:image/png;base64,").describe("The QR code as a data URL"),
    groupId: z.uuid(),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: "CreatedUrl" });

const creatorSchema = z
  .object({
    id: z.uuid(),
    name: z.string().nullable(),
    email: z.email().nullable(),
  })
  .describe(
    "Name and email are null unless the creator is a member of the key's group and the key has the scope `read`",
  )
  .meta({ id: "Creator" });

export const apiUrlSchema = z
  .object({
    id: z.uuid(),
    shortCode: z.string(),
    originalUrl: destinationField,
    shortUrl: z.url(),
    status: z.enum(URL_STATUSES),
    clickCount: z.int().min(0).describe("Excludes bots and prefetches"),
    groupId: z.uuid(),
    externalId: z.string().nullable().describe("The client's own id; null if it has none"),
    creator: creatorSchema.nullable().describe("Null if created without `email`"),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime().describe("Last change of destination, status or group; clicks do not count"),
  })
  .meta({ id: "Url" });

export const deletedUrlSchema = z.object({ id: z.uuid(), status: z.literal("deleted") }).meta({ id: "DeletedUrl" });

const countSchema = z.int().min(0);

const dayField = z.iso.date();

const totalsFields = {
  clicks: countSchema,
  visitors: countSchema.describe("Each visitor counts once per day; over several days, this is the sum"),
  scans: countSchema.describe("Clicks by QR code"),
};

const namedCounts = z.array(z.object({ name: z.string(), clicks: countSchema }));

/** The number of a link's newest clicks that are returned. */
export const RECENT_CLICKS = 10;

const textField = z.string().nullable();

const clickSchema = z
  .object({
    id: z.uuid(),
    timestamp: z.iso.datetime(),
    ipAddress: textField.describe("As much of it as the installation stores"),
    referer: textField.describe("URL of the referring page"),
    referrerHost: textField.describe("The referring site, as counted in statistics; null: direct"),
    userAgent: textField,
    accessMethod: z.enum(["qr", "direct"]),
    deviceType: textField,
    os: textField,
    browser: textField,
    country: textField.describe("ISO 3166-1 alpha-2"),
    city: textField.describe("With its country, for example Vienna, AT"),
    language: textField.describe("ISO 639"),
    placement: textField.describe("Of the QR code that was scanned"),
  })
  .describe("Unknown values are null")
  .meta({ id: "Click" });

export const urlStatsSchema = z
  .object({
    id: z.uuid(),
    shortCode: z.string(),
    clickCount: countSchema.describe("All-time clicks"),
    accessMethods: z.object({ qr: countSchema, direct: countSchema }).describe("All-time clicks by access method"),
    daily: z
      .array(z.object({ date: dayField, count: countSchema }))
      .describe("Clicks per day of the range, oldest first, without regard to filters"),
    from: dayField.describe("First day, in the installation's time zone"),
    to: dayField.describe("Last day"),
    timeZone: z.string().describe("IANA name"),
    interval: z.enum(INTERVALS),
    filters: z.array(z.object({ by: z.enum(STAT_DIMENSIONS), value: z.string() })),
    filterableFrom: dayField
      .nullable()
      .describe("With filters, the range begins no earlier; 1970-01-01 if all clicks are stored, null if none are"),
    ...totalsFields,
    bots: countSchema.describe("Bots and prefetches, which no other number includes"),
    before: z
      .object({ from: dayField, to: dayField, ...totalsFields })
      .nullable()
      .describe("The preceding period of equal length; null for all time, or if its clicks cannot be filtered"),
    series: z
      .array(
        z.object({
          start: z.string().describe("A date; for an hour, a date, time and offset"),
          clicks: countSchema,
          visitors: countSchema.nullable().describe("By hour, null without filters unless `hourlyVisitors` is true"),
          before: countSchema.nullable().describe("Clicks in the corresponding interval of the previous period"),
        }),
      )
      .describe("Every interval, oldest first"),
    breakdowns: z
      .object(mapDimensions(() => namedCounts.optional()))
      .describe("Clicks by property, most frequent first; hours and weekdays (1 is Monday) in their order"),
    marks: z
      .array(z.object({ at: z.iso.datetime(), kind: z.enum(MARK_KINDS) }))
      .describe("Changes to the link in the range, oldest first; at most the newest 50"),
    recentClicks: z
      .array(clickSchema)
      .describe(`The newest stored clicks included in \`clicks\`, at most ${RECENT_CLICKS}`),
  })
  .meta({ id: "UrlStats" });

const errorFields = {
  message: z.string(),
  code: z.string(),
  field: z.string().optional().describe("The parameter or field that the message refers to"),
};

/** The result for one item of a bulk call. */
function itemSchema<T extends z.ZodType>(data: T) {
  return z.discriminatedUnion("success", [
    z.object({ success: z.literal(true), data }),
    z.object({ success: z.literal(false), ...errorFields }),
  ]);
}

export const bulkItemSchema = itemSchema(createdUrlSchema).meta({ id: "CreatedUrlResult" });
export const updatedItemSchema = itemSchema(apiUrlSchema).meta({ id: "UrlResult" });
export const deletedItemSchema = itemSchema(deletedUrlSchema).meta({ id: "DeletedUrlResult" });

export const apiErrorSchema = z
  .object({ success: z.literal(false), ...errorFields, requestId: z.uuid() })
  .meta({ id: "Error" });

/** The envelope of a success response. */
export function responseSchema<T extends z.ZodType>(data: T) {
  return z.object({ success: z.literal(true), data });
}

export type CreatedUrl = z.infer<typeof createdUrlSchema>;
export type Creator = z.infer<typeof creatorSchema>;
export type ApiUrl = z.infer<typeof apiUrlSchema>;
export type UrlStats = z.infer<typeof urlStatsSchema>;
export type BulkItem = z.infer<typeof bulkItemSchema>;
export type UpdatedItem = z.infer<typeof updatedItemSchema>;
export type DeletedItem = z.infer<typeof deletedItemSchema>;

type ApiResponse<T> = { success: true; data: T };

export function toResponse<T>(data: T): ApiResponse<T> {
  return { success: true, data };
}

/** A field, parameter or header in the reference. Nested fields have their path as name: `data[].id`. */
export type ReferenceField = {
  name: string;
  /** For example "string, 8 to 2,048 characters". */
  type: string;
  isRequired: boolean;
  description: string | null;
};

export type ReferenceResponse = {
  status: number;
  description: string;
  headers: { name: string; description: string }[];
};

/** An operation as the reference page shows it. */
export type ReferenceOperation = {
  id: string;
  method: string;
  path: string;
  summary: string;
  description: string | null;
  /** Scopes that the key must have, all of them. */
  scopes: string[];
  parameters: (ReferenceField & { location: string })[];
  body: ReferenceField[];
  response: ReferenceResponse & { fields: ReferenceField[] };
  errors: ReferenceResponse[];
  example: { curl: string; response: unknown };
};

export type Reference = {
  title: string;
  description: string;
  baseUrl: string;
  operations: ReferenceOperation[];
  errorFields: ReferenceField[];
};
