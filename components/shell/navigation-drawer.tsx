import { X } from "lucide-react";
import { usePathname } from "next/navigation";
import { Dialog } from "radix-ui";
import { useEffect, useEffectEvent, useRef } from "react";
import { Sidebar } from "@/components/shell/sidebar";
import { IconButton } from "@/components/ui/button/icon-button";
import { overlayClasses } from "@/components/ui/dialog/overlay-classes";
import { type DialogState, useReturnFocus } from "@/components/ui/focus/use-return-focus";

/** From here on (Tailwind's `lg`), the sidebar is part of the page. */
const WIDE = "(width >= 64rem)";

/** The sidebar on small screens. */
export function NavigationDrawer({ open, onOpenChange }: DialogState) {
  const { onOpenAutoFocus, onCloseAutoFocus } = useReturnFocus();
  const pathname = usePathname();
  const openedAt = useRef(pathname);
  // Otherwise it stays open until the page changes, so that the clicked link can show a spinner.
  const onNavigate = (href: string) => href === pathname && onOpenChange(false);
  const onWiden = useEffectEvent(() => onOpenChange(false));
  useEffect(() => {
    if (!open) return;
    const wide = matchMedia(WIDE);
    wide.addEventListener("change", onWiden);
    return () => wide.removeEventListener("change", onWiden);
  }, [open]);
  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Overlay className={overlayClasses} />
        <Dialog.Content
          aria-describedby={undefined}
          onOpenAutoFocus={() => {
            openedAt.current = pathname;
            onOpenAutoFocus();
          }}
          onCloseAutoFocus={(event) => {
            if (pathname === openedAt.current) return onCloseAutoFocus(event);
            // As after a link in a page: otherwise the focus on the menu's button would interrupt the new page's title.
            event.preventDefault();
            document.getElementById("content")?.focus({ preventScroll: true });
          }}
          className="fixed inset-y-0 left-0 z-40 w-72 max-w-[85vw] border-line border-r bg-surface shadow-raised outline-none data-[state=closed]:animate-drawer-out data-[state=open]:animate-drawer-in"
        >
          <Dialog.Title className="sr-only">Navigation</Dialog.Title>
          <Sidebar
            onNavigate={onNavigate}
            action={
              <Dialog.Close asChild>
                <IconButton icon={X} label="Close navigation" tip="Close" className="mr-3" />
              </Dialog.Close>
            }
          />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
