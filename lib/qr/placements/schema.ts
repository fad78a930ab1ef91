import { PLACEMENT_SYNTAX } from "@/lib/clicks/types";
import * as z from "@/lib/zod";

/** Maximum number of placements per link. */
export const MAX_PLACEMENTS = 50;

const PLACEMENT_INVALID = "A placement's name must be 2 to 32 lower-case letters, digits and hyphens";

export const placementNameSchema = z
  .string(PLACEMENT_INVALID)
  .trim()
  .regex(new RegExp(`^${PLACEMENT_SYNTAX}$`), PLACEMENT_INVALID);

/** Body of POST /api/urls/{id}/placements. */
export const addPlacementSchema = z.object({
  name: placementNameSchema.describe("2 to 32 lower-case letters, digits and hyphens; unique for the short URL"),
});

export type AddPlacementInput = z.infer<typeof addPlacementSchema>;
