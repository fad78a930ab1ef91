import { headers } from "next/headers";
import type { ReactNode } from "react";
import { currentUser } from "@/app/current-user";
import { AppConfigProvider } from "@/components/data/app-config";
import { InitialData } from "@/components/data/initial-data";
import { AppShell } from "@/components/shell/app-shell";
import { FirstRowsProvider } from "@/components/ui/table/first-rows";
import { currentUserQuery } from "@/components/users/user-queries";
import { env } from "@/lib/env";
import { areFaviconsOn } from "@/lib/favicons/switch";
import { getBaseUrl, hasMailServer } from "@/lib/settings/queries";

/** The frame of signed-in pages. Signed-out visitors get the bare page, which decides what to show. */
export default async function DashboardLayout({ children }: { children: ReactNode }) {
  const loadedAt = Date.now();
  const user = await currentUser();
  if (!user) return children;
  // How phone browsers identify themselves.
  const isPhone = /\bMobi/.test((await headers()).get("user-agent") ?? "");
  const [baseUrl, hasMail] = await Promise.all([getBaseUrl(), hasMailServer()]);
  const { BRAND_NAME: brand, TIME_ZONE: timeZone } = env();
  return (
    <AppConfigProvider config={{ brand, baseUrl, timeZone, favicons: areFaviconsOn(), hasMailServer: hasMail }}>
      <InitialData loadedAt={loadedAt} seeds={[[currentUserQuery.queryKey, user]]}>
        <noscript>
          <p className="fixed inset-x-0 bottom-0 z-50 border-line border-t bg-raised p-3 text-center text-base text-ink">
            The dashboard needs JavaScript. Allow it, then reload the page.
          </p>
        </noscript>
        <AppShell>
          <FirstRowsProvider isPhone={isPhone}>{children}</FirstRowsProvider>
        </AppShell>
      </InitialData>
    </AppConfigProvider>
  );
}
