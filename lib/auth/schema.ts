import { z } from "zod";
import { emailSchema } from "@/lib/email";

export const magicLinkSchema = z.object({ email: emailSchema });

export type MagicLinkInput = z.infer<typeof magicLinkSchema>;
