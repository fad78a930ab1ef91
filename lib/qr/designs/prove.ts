import type { Actor } from "@/lib/actor";
import { findPresentActor } from "@/lib/audit/present-actor";
import { AppError, unauthorized } from "@/lib/errors";
import type { QrDesign } from "@/lib/qr/design";
import { readUsableLogo } from "@/lib/qr/designs/logos";
import type { ProofInput } from "@/lib/qr/designs/template-schema";
import { qrContent } from "@/lib/qr/render";
import { proveDesign } from "@/lib/qr/studio";
import type { QrProof } from "@/lib/qr/types";
import { getBaseUrl } from "@/lib/settings/queries";
import { SHORT_CODE_MAX_LENGTH } from "@/lib/urls/types";

const PLACEMENT_MAX_LENGTH = 32;

/**
 * Whether scanners read a design, with the longest and the shortest content that a code may have.
 *
 * @throws AppError invalid for a logo that the actor may not use; unavailable
 */
export async function proveForActor(actor: Actor, { design }: ProofInput): Promise<QrProof> {
  const [logo, baseUrl] = await Promise.all([readUsableLogo(actor, design), getBaseUrl()]);
  return proveDesign({ design, logo, contents: contentsOf(baseUrl) }, actor.id);
}

/**
 * Asserts that a design may be saved.
 *
 * @returns the actor with their current role, to be authorised again: proving may take a minute
 * @throws AppError invalid, with the reason for the user; unavailable; unauthorized if the session has ended
 */
export async function assertDesign(actor: Actor, design: QrDesign): Promise<Actor> {
  const proof = await proveForActor(actor, { design });
  if (!proof.ok) throw new AppError("invalid", proof.reason, "design");
  const present = await findPresentActor(actor);
  if (!present) throw unauthorized();
  return present;
}

/**
 * The longest and the shortest content. In a small code, a logo is as large as a finder, and scanners may mistake it
 * for one. Lower-case letters take the most bits.
 */
function contentsOf(baseUrl: string): string[] {
  const longest = qrContent(`${baseUrl}/${"x".repeat(SHORT_CODE_MAX_LENGTH)}`, "x".repeat(PLACEMENT_MAX_LENGTH));
  return [longest, qrContent(`${baseUrl}/x`)];
}
