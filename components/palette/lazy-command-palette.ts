"use client";

import { onDemand } from "@/components/ui/on-demand";

export const CommandPalette = onDemand(() =>
  import("@/components/palette/command-palette").then((file) => file.CommandPalette),
);
