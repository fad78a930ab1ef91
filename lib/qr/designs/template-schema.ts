import { isReadableName, NAME_CHARSET, toName } from "@/lib/name";
import { designSchema } from "@/lib/qr/design";
import { placementNameSchema } from "@/lib/qr/placements/schema";
import * as z from "@/lib/zod";

export const TEMPLATE_NAME_MAX_LENGTH = 64;
/** Maximum number of templates per group, and of the installation. */
export const MAX_TEMPLATES = 100;
export const LOGO_MEDIA_TYPES = ["image/png", "image/jpeg", "image/svg+xml"] as const;

export const TEMPLATE_NAME_INVALID = `Name must have 1 to ${TEMPLATE_NAME_MAX_LENGTH} characters`;
const TEMPLATE_GROUP_INVALID = "`groupId` must be a UUID, or null for the installation";
const TEMPLATE_DEFAULT_INVALID = "`isDefault` must be true or false";
const TEMPLATE_LOCKED_INVALID = "`isLocked` must be true or false";
export const ONLY_DEFAULT_LOCKED = "Only a default template can be locked";
export const STILL_LOCKED = "This template is locked as the brand design. Unlock it first.";
const TEMPLATE_ID_INVALID = "`templateId` must be a UUID";
/** The design may have been made for what was there before. */
export const DESIGN_CHANGED = "This design was changed in the meantime. Review it, then save again.";
const IF_CHOSEN_INVALID = "`ifChosen` must be the `chosen` value returned by GET: a `templateId`, a `design`, or null";
const IF_DESIGN_INVALID = "`ifDesign` must be the `design` you last read";
const TEMPLATE_OR_DESIGN = "Send either `templateId` or `design`";
const LOGO_GROUP_INVALID = "`group` must be a UUID";
const URL_ID_INVALID = "`urlId` must be a UUID";

const fields = {
  name: z
    .string(TEMPLATE_NAME_INVALID)
    .overwrite(toName)
    .refine((name) => name !== "" && [...name].length <= TEMPLATE_NAME_MAX_LENGTH, TEMPLATE_NAME_INVALID),
  design: designSchema,
  isDefault: z.boolean(TEMPLATE_DEFAULT_INVALID),
  isLocked: z.boolean(TEMPLATE_LOCKED_INVALID),
};

/** Body of POST /api/qr-templates. */
export const createTemplateSchema = z
  .object({
    ...fields,
    name: fields.name.refine(isReadableName, NAME_CHARSET),
    groupId: z.uuid(TEMPLATE_GROUP_INVALID).nullable().default(null),
    isDefault: fields.isDefault.default(false),
    isLocked: fields.isLocked.default(false),
  })
  .refine(({ isDefault, isLocked }) => isDefault || !isLocked, { message: ONLY_DEFAULT_LOCKED, path: ["isLocked"] });

/** What was read before a change. One message for all of it: its parts are not the caller's choice. */
function readBefore<T extends z.ZodType>(schema: T, message: string) {
  return z.unknown().transform((value, context): z.output<T> => {
    const { success, data } = schema.safeParse(value);
    if (success) return data;
    context.addIssue({ code: "custom", message });
    return z.NEVER;
  });
}

/**
 * Body of PUT /api/qr-templates/{id}; omitted fields stay unchanged. `ifDesign` is the design that was read: a new one
 * is refused if another has been saved since.
 */
export const updateTemplateSchema = z
  .object({ ...fields, ifDesign: readBefore(designSchema, IF_DESIGN_INVALID) })
  .partial();

/** A design of its own or a template; null for neither. */
const chosenSchema = z
  .union([z.strictObject({ templateId: z.uuid() }), z.strictObject({ design: designSchema })])
  .nullable();
const ifChosen = readBefore(chosenSchema, IF_CHOSEN_INVALID).optional();

/** Body of PUT /api/urls/{id}/qr-design; `ifChosen` likewise. */
export const urlDesignSchema = z
  .object({
    templateId: z.uuid(TEMPLATE_ID_INVALID).optional(),
    design: designSchema.optional(),
    ifChosen,
  })
  .refine(({ templateId, design }) => (templateId === undefined) !== (design === undefined), {
    message: TEMPLATE_OR_DESIGN,
    path: ["design"],
  });

/** Body of DELETE /api/urls/{id}/qr-design. */
export const resetUrlDesignSchema = z.object({ ifChosen });

/** Counted against the user's rate limit: proving that a design can be scanned takes some tenths of a second. */
export const PROOF_COST = 10;

/** Query of POST /api/qr-logos. */
export const addLogoSchema = z.object({ group: z.uuid(LOGO_GROUP_INVALID).optional() });

/** Body of POST /api/qr-preview. */
export const previewSchema = z.object({
  design: designSchema,
  urlId: z.uuid(URL_ID_INVALID).nullish(),
  placement: placementNameSchema.nullish(),
});

/** Body of POST /api/qr-proof. */
export const proofSchema = z.object({ design: designSchema });

export type CreateTemplateInput = z.infer<typeof createTemplateSchema>;
export type UpdateTemplateInput = z.infer<typeof updateTemplateSchema>;
export type UrlDesignInput = z.infer<typeof urlDesignSchema>;
export type ResetUrlDesignInput = z.infer<typeof resetUrlDesignSchema>;
export type AddLogoQuery = z.infer<typeof addLogoSchema>;
export type PreviewInput = z.infer<typeof previewSchema>;
export type ProofInput = z.infer<typeof proofSchema>;
