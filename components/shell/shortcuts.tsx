"use client";

import { createContext, type ReactNode, useCallback, useContext, useEffect, useEffectEvent, useState } from "react";
import { findShortcut, focusSearch, type ShortcutAction } from "@/components/shell/shortcut-keys";
import { useShortcutsEnabled } from "@/components/shell/use-shortcuts-enabled";
import { onDemand } from "@/components/ui/on-demand";
import { CreateUrlDialog } from "@/components/urls/url-dialogs";

const ShortcutsDialog = onDemand(() =>
  import("@/components/shell/shortcuts-dialog").then((file) => file.ShortcutsDialog),
);

const OpenHelpContext = createContext<() => void>(() => {});

/** Returns a function that opens the list of shortcuts. */
export function useOpenShortcuts(): () => void {
  return useContext(OpenHelpContext);
}

/** Handles the global keyboard shortcuts and shows the dialogs they open. */
export function Shortcuts({ children }: { children: ReactNode }) {
  const [open, setOpen] = useState<"create" | "help" | null>(null);
  const [enabled, setEnabled] = useShortcutsEnabled();

  const act = useEffectEvent((action: ShortcutAction) => {
    if (action === "search") focusSearch();
    else setOpen(action);
  });
  useEffect(() => {
    if (!enabled) return;
    const onKeyDown = (event: KeyboardEvent) => {
      const action = findShortcut(event);
      if (!action) return;
      event.preventDefault();
      act(action);
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, [enabled]);

  const close = () => setOpen(null);
  const openHelp = useCallback(() => setOpen("help"), []);
  return (
    <OpenHelpContext value={openHelp}>
      {children}
      <CreateUrlDialog open={open === "create"} onOpenChange={close} />
      <ShortcutsDialog open={open === "help"} onOpenChange={close} enabled={enabled} onEnable={setEnabled} />
    </OpenHelpContext>
  );
}
