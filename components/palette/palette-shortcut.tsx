import { hasAppleKeys } from "@/components/palette/palette-keys";
import { Kbd } from "@/components/ui/text/kbd";
import { useHydrated } from "@/components/ui/use-hydrated";

/** The keys that open the command palette on this device; nothing on the server, which doesn't know. */
export function PaletteKeys() {
  if (!useHydrated()) return null;
  return (
    <span className="flex gap-1">
      <Kbd>{hasAppleKeys() ? "⌘" : "Ctrl"}</Kbd>
      <Kbd>K</Kbd>
    </span>
  );
}
