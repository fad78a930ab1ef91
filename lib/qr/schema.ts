import { z } from "zod";

/** Query of GET /api/urls/{id}/qr. */
export const qrQuerySchema = z.object({
  format: z.enum(["png", "svg"], "Format must be png or svg").default("png"),
  download: z.literal("1").optional(),
});

export type QrQuery = z.infer<typeof qrQuerySchema>;
