"use client";

import { Menu, Search } from "lucide-react";
import { usePathname } from "next/navigation";
import { useState } from "react";
import { useAppConfig } from "@/components/data/app-config";
import { Logo } from "@/components/shell/logo";
import { openOverlay } from "@/components/shell/overlays";
import { CommandPalette } from "@/components/shell/shortcuts";
import { onDemand } from "@/components/ui/button/on-demand";

const NavigationDrawer = onDemand(() =>
  import("@/components/shell/navigation-drawer").then((file) => file.NavigationDrawer),
);

/** The top bar of small screens; its button opens the sidebar. */
export function MobileBar() {
  const { brand } = useAppConfig();
  const pathname = usePathname();
  const [openOn, setOpenOn] = useState<string | null>(null);
  const isOpen = openOn === pathname;
  // Otherwise going back would open it again.
  if (openOn !== null && !isOpen) setOpenOn(null);
  return (
    <div
      data-top-bar
      className="short:static sticky top-0 z-20 flex h-14 items-center gap-2 border-line border-b bg-surface px-4 lg:hidden print:static print:border-0 sm:print:px-6"
    >
      <button
        type="button"
        aria-label="Open navigation"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        {...NavigationDrawer.intent}
        onClick={() => setOpenOn(pathname)}
        className="-ml-2 grid size-10 place-items-center rounded-md text-muted transition-colors hover:bg-hover hover:text-ink print:hidden"
      >
        <Menu aria-hidden className="size-5" strokeWidth={1.75} />
      </button>
      <NavigationDrawer open={isOpen} onOpenChange={(open) => setOpenOn(open ? pathname : null)} />
      <Logo className="size-7" />
      <span className="truncate font-semibold text-ink text-lg tracking-[-0.015em]">{brand}</span>
      <button
        type="button"
        aria-label="Search everything"
        aria-haspopup="dialog"
        {...CommandPalette.intent}
        onClick={() => openOverlay("palette")}
        className="-mr-2 ml-auto grid size-10 shrink-0 place-items-center rounded-md text-muted transition-colors hover:bg-hover hover:text-ink print:hidden"
      >
        <Search aria-hidden className="size-5" strokeWidth={1.75} />
      </button>
    </div>
  );
}
