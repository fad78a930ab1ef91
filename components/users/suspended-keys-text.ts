import { plural } from "@/lib/format";

/** What follows "User paused successfully"; undefined if no key is suspended. */
export function suspendedKeysText(keys: number): string | undefined {
  if (keys === 0) return undefined;
  const [are, them] = keys === 1 ? ["is", "it"] : ["are", "them"];
  return `${plural(keys, "API key")} of theirs ${are} suspended until an admin takes ${them} over.`;
}
