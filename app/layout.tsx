import "@/app/globals.css";
import type { Metadata, Viewport } from "next";
import { headers } from "next/headers";
import type { ReactNode } from "react";
import { FONTS } from "@/app/fonts";
import { Providers } from "@/components/shell/providers";
import { env } from "@/lib/env";

export function generateMetadata(): Metadata {
  const brand = env().BRAND_NAME;
  return {
    title: { default: brand, template: `%s · ${brand}` },
    description: "URL Shortening Admin Dashboard",
    applicationName: brand,
    robots: { index: false, follow: false },
    formatDetection: { telephone: false },
  };
}

export const viewport: Viewport = {
  themeColor: [
    { media: "(prefers-color-scheme: light)", color: "#ffffff" },
    { media: "(prefers-color-scheme: dark)", color: "#131715" },
  ],
};

export default async function RootLayout({ children }: { children: ReactNode }) {
  const nonce = (await headers()).get("x-nonce") ?? undefined;
  return (
    <html lang="en" className={FONTS} suppressHydrationWarning>
      <body className="font-sans">
        <Providers nonce={nonce}>{children}</Providers>
      </body>
    </html>
  );
}
