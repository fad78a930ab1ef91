import type { ApiCaller } from "@/lib/api-keys/types";
import { assertScope, auditActorOf } from "@/lib/api-keys/usable";
import { assertMayUpdate } from "@/lib/public-api/policy";
import { storePlacement } from "@/lib/qr/placements/add";
import { placementsOf } from "@/lib/qr/placements/queries";
import { deletePlacement } from "@/lib/qr/placements/remove";
import type { AddPlacementInput } from "@/lib/qr/placements/schema";
import type { Placement } from "@/lib/qr/types";
import { getUrlOfGroupOrThrow } from "@/lib/urls/queries";

/**
 * Lists the placements of a link in the key's group, by name.
 *
 * @throws AppError insufficient_scope, not_found
 */
export async function listApiPlacements(caller: ApiCaller, idOrCode: string): Promise<Placement[]> {
  assertScope(caller, "read");
  return placementsOf(await getUrlOfGroupOrThrow(caller.groupId, idOrCode));
}

/**
 * Adds a placement to a link in the key's group.
 *
 * @throws AppError insufficient_scope, not_found, forbidden, conflict
 */
export async function addApiPlacement(
  caller: ApiCaller,
  idOrCode: string,
  input: AddPlacementInput,
): Promise<Placement> {
  assertScope(caller, "update");
  const url = await getUrlOfGroupOrThrow(caller.groupId, idOrCode);
  assertMayUpdate(caller, url);
  return storePlacement(auditActorOf(caller), url, input);
}

/**
 * Removes a placement of a link in the key's group. Scans already counted for it remain.
 *
 * @throws AppError insufficient_scope, not_found, forbidden
 */
export async function removeApiPlacement(caller: ApiCaller, idOrCode: string, name: string): Promise<{ name: string }> {
  assertScope(caller, "update");
  const url = await getUrlOfGroupOrThrow(caller.groupId, idOrCode);
  assertMayUpdate(caller, url);
  return deletePlacement(auditActorOf(caller), url, name);
}
