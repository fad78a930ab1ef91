import { plural } from "@/lib/format";

/**
 * What follows "User paused successfully"; undefined if no key is suspended.
 *
 * @param keys undefined in the answer of the version before
 */
export function suspendedKeysText(keys: number | undefined): string | undefined {
  if (!keys) return undefined;
  const [are, them] = keys === 1 ? ["is", "it"] : ["are", "them"];
  return `${plural(keys, "API key")} of theirs ${are} suspended until an admin takes ${them} over.`;
}
