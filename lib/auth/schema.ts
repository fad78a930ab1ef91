import { emailSchema } from "@/lib/email";
import * as z from "@/lib/zod";

export const magicLinkSchema = z.object({ email: emailSchema });

export type MagicLinkInput = z.infer<typeof magicLinkSchema>;
