"use client";

import { Menu } from "lucide-react";
import { usePathname } from "next/navigation";
import { Dialog } from "radix-ui";
import { useState } from "react";
import { Logo } from "@/components/shell/logo";
import { Sidebar } from "@/components/shell/sidebar";
import { overlayClasses } from "@/components/ui/dialog";
import type { CurrentUser } from "@/lib/users/types";

/** The bar on top of small screens; its button slides the sidebar over the page. */
export function MobileBar({ brand, user }: { brand: string; user: CurrentUser }) {
  const pathname = usePathname();
  const [openOn, setOpenOn] = useState<string | null>(null);
  return (
    <div className="sticky top-0 z-20 flex h-14 items-center gap-2 border-line border-b bg-surface px-4 lg:hidden">
      <Dialog.Root open={openOn === pathname} onOpenChange={(open) => setOpenOn(open ? pathname : null)}>
        <Dialog.Trigger
          aria-label="Open navigation"
          className="-ml-2 grid size-10 place-items-center rounded-md text-muted transition-colors hover:bg-hover hover:text-ink"
        >
          <Menu aria-hidden className="size-5" strokeWidth={1.75} />
        </Dialog.Trigger>
        <Dialog.Portal>
          <Dialog.Overlay className={overlayClasses} />
          <Dialog.Content
            aria-describedby={undefined}
            className="fixed inset-y-0 left-0 z-40 w-72 max-w-[85vw] border-line border-r bg-surface shadow-raised outline-none data-[state=closed]:animate-drawer-out data-[state=open]:animate-drawer-in"
          >
            <Dialog.Title className="sr-only">Navigation</Dialog.Title>
            <Sidebar brand={brand} user={user} onNavigate={() => setOpenOn(null)} />
          </Dialog.Content>
        </Dialog.Portal>
      </Dialog.Root>
      <Logo className="size-7" />
      <span className="truncate font-semibold text-ink text-lg tracking-[-0.015em]">{brand}</span>
    </div>
  );
}
