import { z } from "zod";
import { URL_STATUSES } from "@/lib/urls/types";

/** What leaves the server, as schemas: the reference of the API is made of them. */

/** Spec section 3, "API-created URL response". */
export const createdUrlSchema = z.object({
  id: z.uuid(),
  shortCode: z.string(),
  originalUrl: z.url().describe("The destination in its canonical form"),
  shortUrl: z.url(),
  qrCode: z.string().startsWith("data:image/png;base64,").describe("The QR code as a data URL"),
  groupId: z.uuid(),
  createdAt: z.iso.datetime(),
});

export const apiUrlSchema = z.object({
  id: z.uuid(),
  shortCode: z.string(),
  originalUrl: z.url(),
  shortUrl: z.url(),
  status: z.enum(URL_STATUSES),
  clickCount: z.int().min(0).describe("Without bots and prefetches"),
  groupId: z.uuid(),
  createdAt: z.iso.datetime(),
});

export const deletedUrlSchema = z.object({ id: z.uuid(), status: z.literal("deleted") });

const countSchema = z.int().min(0);

export const urlStatsSchema = z.object({
  id: z.uuid(),
  shortCode: z.string(),
  clickCount: countSchema.describe("All clicks so far"),
  accessMethods: z.object({ qr: countSchema, direct: countSchema }).describe("All clicks so far by how they came"),
  daily: z
    .array(z.object({ date: z.iso.date(), count: countSchema }))
    .describe("Clicks by day of the installation's time zone, oldest first"),
});

const refusalFields = {
  message: z.string(),
  code: z.string(),
  field: z.string().optional().describe("The input that the message is about"),
};

export const bulkItemSchema = z.discriminatedUnion("success", [
  z.object({ success: z.literal(true), data: createdUrlSchema }),
  z.object({ success: z.literal(false), ...refusalFields }),
]);

export const apiErrorSchema = z.object({ success: z.literal(false), ...refusalFields, requestId: z.uuid() });

/** Every answer that is no error. */
export function answerSchema<T extends z.ZodType>(data: T) {
  return z.object({ success: z.literal(true), data });
}

export type CreatedUrl = z.infer<typeof createdUrlSchema>;
export type ApiUrl = z.infer<typeof apiUrlSchema>;
export type UrlStats = z.infer<typeof urlStatsSchema>;
export type BulkItem = z.infer<typeof bulkItemSchema>;

export type Answer<T> = { success: true; data: T };

export function answer<T>(data: T): Answer<T> {
  return { success: true, data };
}

/** A field, parameter or header in the reference; of nested ones the way to it: `data[].id`. */
export type ReferenceField = {
  name: string;
  /** In words: "text (uri), 8 to 2,048 characters" */
  type: string;
  isRequired: boolean;
  description: string | null;
};

export type ReferenceAnswer = {
  status: number;
  description: string;
  headers: { name: string; description: string }[];
};

/** A call of the public API as its page shows it. */
export type ReferenceOperation = {
  id: string;
  method: string;
  path: string;
  summary: string;
  description: string | null;
  /** That the key must have. */
  scope: string;
  parameters: (ReferenceField & { place: string })[];
  body: ReferenceField[];
  answer: ReferenceAnswer & { fields: ReferenceField[] };
  refusals: ReferenceAnswer[];
  example: { curl: string; answer: unknown };
};

export type Reference = {
  title: string;
  description: string;
  baseUrl: string;
  operations: ReferenceOperation[];
  errorFields: ReferenceField[];
};
