import { Dialog as Radix } from "radix-ui";
import { useRef, useState } from "react";
import { GroupDialog } from "@/components/groups/group-dialogs";
import { PaletteBox } from "@/components/palette/palette-box";
import type { PaletteAction, PaletteEntry } from "@/components/palette/palette-entries";
import { useLogout } from "@/components/shell/use-logout";
import { useThemeChoice } from "@/components/shell/use-theme-choice";
import { overlayClasses } from "@/components/ui/dialog/overlay-classes";
import { type DialogState, useReturnFocus } from "@/components/ui/focus/use-return-focus";
import { UrlAnalyticsDialog } from "@/components/urls/url-dialogs";
import { UserDialog } from "@/components/users/user-dialogs";
import type { ShortUrl } from "@/lib/urls/types";

type CommandPaletteProps = DialogState & { onCreateUrl: () => void; onShortcuts: () => void };

/** No closing animation, since the chosen entry opens at once. */
const panelClasses =
  "fixed inset-0 z-40 flex flex-col overflow-hidden bg-raised text-ink shadow-raised outline-none data-[state=open]:animate-pop-in sm:inset-auto sm:top-[12vh] sm:left-1/2 sm:max-h-[min(70dvh,32rem)] sm:w-[calc(100vw-2rem)] sm:max-w-xl sm:-translate-x-1/2 sm:rounded-xl sm:border sm:border-line";

type PaletteDialog = { kind: "user" | "group" } | { kind: "url"; url: ShortUrl };

/** Finds pages, actions, links and people by a few letters, and the dialogs that it opens. */
export function CommandPalette({ open, onOpenChange, onCreateUrl, onShortcuts }: CommandPaletteProps) {
  const { onOpenAutoFocus, onCloseAutoFocus } = useReturnFocus();
  const chosen = useRef<(() => void) | null>(null);
  const [dialog, setDialog] = useState<{ what: PaletteDialog; open: boolean } | null>(null);
  const show = (what: PaletteDialog) => setDialog({ what, open: true });
  const run = usePaletteActions({ onCreateUrl, onShortcuts, show });

  const onChoose = (entry: PaletteEntry) => {
    if (entry.kind === "action") chosen.current = () => run(entry.action);
    if (entry.kind === "url") chosen.current = () => show({ kind: "url", url: entry.url });
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
      {dialog && (
        <ChosenDialog {...dialog} onClose={() => setDialog((before) => before && { ...before, open: false })} />
      )}
    </>
  );
}

type Actions = Pick<CommandPaletteProps, "onCreateUrl" | "onShortcuts"> & { show: (what: PaletteDialog) => void };

function usePaletteActions({ onCreateUrl, onShortcuts, show }: Actions): (action: PaletteAction) => void {
  const { setTheme } = useThemeChoice();
  const logout = useLogout();
  const actions: Record<PaletteAction, () => void> = {
    "create-url": onCreateUrl,
    "create-user": () => show({ kind: "user" }),
    "create-group": () => show({ kind: "group" }),
    "theme-light": () => setTheme("light"),
    "theme-dark": () => setTheme("dark"),
    "theme-system": () => setTheme("system"),
    shortcuts: onShortcuts,
    "log-out": () => logout.mutate(),
  };
  return (action) => actions[action]();
}

function ChosenDialog({ what, open, onClose }: { what: PaletteDialog; open: boolean; onClose: () => void }) {
  const shared = { open, onOpenChange: onClose };
  switch (what.kind) {
    case "user":
      return <UserDialog {...shared} />;
    case "group":
      return <GroupDialog {...shared} />;
    case "url":
      return <UrlAnalyticsDialog {...shared} url={what.url} />;
  }
}
