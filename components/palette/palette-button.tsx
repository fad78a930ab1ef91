"use client";

import { Search } from "lucide-react";
import { PaletteKeys } from "@/components/palette/palette-shortcut";
import { openOverlay } from "@/components/shell/overlays";
import { CommandPalette } from "@/components/shell/shortcuts";

/** Opens the command palette. */
export function PaletteButton() {
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      aria-keyshortcuts="Control+K Meta+K"
      {...CommandPalette.intent}
      onClick={() => openOverlay("palette")}
      className="mx-3 flex h-9 items-center gap-2.5 rounded-md border border-line bg-canvas px-2.5 text-base text-muted transition-colors hover:border-line-strong hover:text-ink"
    >
      <Search aria-hidden className="size-4 shrink-0" strokeWidth={1.75} />
      <span className="flex-1 text-left">
        Search<span className="sr-only"> everything</span>
      </span>
      <PaletteKeys />
    </button>
  );
}
