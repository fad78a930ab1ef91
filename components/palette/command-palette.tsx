import { Dialog as Radix } from "radix-ui";
import { useRef, useState } from "react";
import { GroupDialog } from "@/components/groups/group-dialogs";
import { PaletteBox } from "@/components/palette/palette-box";
import type { PaletteAction, PaletteEntry } from "@/components/palette/palette-entries";
import { openOverlay } from "@/components/shell/overlays";
import { useLogout } from "@/components/shell/use-logout";
import { useThemeChoice } from "@/components/shell/use-theme-choice";
import { overlayClasses } from "@/components/ui/dialog/overlay-classes";
import { type DialogState, useReturnFocus } from "@/components/ui/focus/use-return-focus";
import { UserDialog } from "@/components/users/user-dialogs";

/** No closing animation, since the chosen entry opens at once. */
const panelClasses =
  "fixed inset-0 z-40 flex flex-col overflow-hidden bg-raised text-ink shadow-raised outline-none data-[state=open]:animate-pop-in sm:inset-auto sm:top-[12vh] sm:left-1/2 sm:max-h-[min(70dvh,32rem)] short:sm:top-2 short:sm:max-h-[calc(100dvh-1rem)] sm:w-[calc(100vw-2rem)] sm:max-w-xl sm:-translate-x-1/2 sm:rounded-xl sm:border sm:border-line";

/** Finds pages, actions, links and people by a few letters, and the dialogs that it opens. */
export function CommandPalette({ open, onOpenChange }: DialogState) {
  const { onOpenAutoFocus, onCloseAutoFocus } = useReturnFocus();
  const chosen = useRef<(() => void) | null>(null);
  const [dialog, setDialog] = useState<{ kind: PaletteDialog; open: boolean } | null>(null);
  const run = usePaletteActions((kind) => setDialog({ kind, open: true }));
  const Dialog = dialog?.kind === "user" ? UserDialog : GroupDialog;

  const onChoose = (entry: PaletteEntry) => {
    if (entry.kind === "action") chosen.current = () => run(entry.action);
    if (entry.kind === "url") chosen.current = () => openOverlay({ kind: "analytics", url: entry.url });
    onOpenChange(false);
  };
  return (
    <>
      <Radix.Root open={open} onOpenChange={onOpenChange}>
        <Radix.Portal>
          <Radix.Overlay className={overlayClasses} />
          <Radix.Content
            aria-describedby={undefined}
            onOpenAutoFocus={onOpenAutoFocus}
            onCloseAutoFocus={(event) => {
              onCloseAutoFocus(event);
              // Not earlier: a dialog returns the focus to the element that had it when the dialog opened.
              chosen.current?.();
              chosen.current = null;
            }}
            className={panelClasses}
          >
            <Radix.Title className="sr-only">Command palette</Radix.Title>
            <PaletteBox onChoose={onChoose} />
          </Radix.Content>
        </Radix.Portal>
      </Radix.Root>
      {dialog && <Dialog open={dialog.open} onOpenChange={() => setDialog({ ...dialog, open: false })} />}
    </>
  );
}

type PaletteDialog = "user" | "group";

function usePaletteActions(show: (kind: PaletteDialog) => void): (action: PaletteAction) => void {
  const { setTheme } = useThemeChoice();
  const logout = useLogout();
  const actions: Record<PaletteAction, () => void> = {
    "create-url": () => openOverlay("create"),
    "create-user": () => show("user"),
    "create-group": () => show("group"),
    "theme-light": () => setTheme("light"),
    "theme-dark": () => setTheme("dark"),
    "theme-system": () => setTheme("system"),
    shortcuts: () => openOverlay("help"),
    "log-out": () => logout.mutate(),
  };
  return (action) => actions[action]();
}
