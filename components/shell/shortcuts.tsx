"use client";

import { usePathname } from "next/navigation";
import { useEffect, useEffectEvent, useState } from "react";
import { hasAppleKeys, isPaletteKey } from "@/components/palette/palette-keys";
import { onOpenOverlay } from "@/components/shell/overlays";
import { findShortcut, focusSearch, hasOverlay } from "@/components/shell/shortcut-keys";
import { onDemand } from "@/components/ui/button/on-demand";
import { useShortcutsEnabled } from "@/components/ui/focus/use-shortcuts-enabled";
import { CreateUrlDialog, UrlDialogs, useUrlDialogs } from "@/components/urls/url-dialogs";

export const CommandPalette = onDemand(() =>
  import("@/components/palette/command-palette").then((file) => file.CommandPalette),
);

const ShortcutsDialog = onDemand(() =>
  import("@/components/shell/shortcuts-dialog").then((file) => file.ShortcutsDialog),
);

/** Handles the global keyboard shortcuts and shows the overlays, which they and other parts of the page open. */
export function Shortcuts() {
  const [open, setOpen] = useOverlay();
  const { onOpen, ...dialogs } = useUrlDialogs();
  useEffect(() => {
    onOpenOverlay((overlay) => (typeof overlay === "string" ? setOpen(overlay) : onOpen(overlay.kind, overlay.url)));
  }, [setOpen, onOpen]);
  const [enabled, setEnabled] = useShortcutsEnabled();

  useEffect(() => {
    if (!enabled) return;
    const onKeyDown = (event: KeyboardEvent) => {
      const action = findShortcut(event);
      if (!action) return;
      event.preventDefault();
      if (action === "search") focusSearch();
      else setOpen(action);
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, [enabled, setOpen]);

  const onPaletteKey = useEffectEvent((event: KeyboardEvent) => {
    if (!isPaletteKey(event, hasAppleKeys()) || (open !== "palette" && hasOverlay())) return;
    event.preventDefault();
    setOpen(open === "palette" ? null : "palette");
  });
  // Also works while typing and with single-key shortcuts off, since it needs a modifier key.
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => onPaletteKey(event);
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, []);

  const close = () => setOpen(null);
  return (
    <>
      <CreateUrlDialog open={open === "create"} onOpenChange={close} />
      <ShortcutsDialog open={open === "help"} onOpenChange={close} enabled={enabled} onEnable={setEnabled} />
      <CommandPalette open={open === "palette"} onOpenChange={close} />
      <UrlDialogs {...dialogs} />
    </>
  );
}

/** Which overlay is open. Going back or forward to another page closes it, but not the end of loading a page. */
function useOverlay() {
  const pathname = usePathname();
  const [open, setOpen] = useState<"create" | "help" | "palette" | null>(null);
  const onStep = useEffectEvent(() => {
    if (location.pathname !== pathname) setOpen(null);
  });
  useEffect(() => {
    const listener = () => onStep();
    window.addEventListener("popstate", listener);
    return () => window.removeEventListener("popstate", listener);
  }, []);
  return [open, setOpen] as const;
}
