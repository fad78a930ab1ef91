import type { ReactNode } from "react";
import { ActingUser } from "@/components/data/acting-user";
import { PaletteButton } from "@/components/palette/palette-button";
import { ProgressWatcher } from "@/components/progress/progress-watcher";
import { MobileBar } from "@/components/shell/mobile-bar";
import { Shortcuts } from "@/components/shell/shortcuts";
import { Sidebar } from "@/components/shell/sidebar";

/** The frame of every signed-in page. */
export function AppShell({ children }: { children: ReactNode }) {
  return (
    <>
      <ActingUser />
      <a
        href="#content"
        className="sr-only z-30 rounded-md bg-raised px-3 py-2 font-medium text-ink shadow-raised focus:not-sr-only focus:fixed focus:top-3 focus:left-3"
      >
        Skip to content
      </a>
      <aside className="fixed inset-y-0 left-0 z-10 hidden w-60 border-line border-r bg-surface lg:block">
        <Sidebar search={<PaletteButton />} />
      </aside>
      <MobileBar />
      <main id="content" tabIndex={-1} className="lg:pl-60">
        <div className="mx-auto grid max-w-[100rem] gap-6 px-4 py-6 sm:px-6 lg:px-8 lg:py-8">{children}</div>
      </main>
      <ProgressWatcher />
      <Shortcuts />
    </>
  );
}
