"use client";

import "@/app/globals.css";
import { GeistMono } from "geist/font/mono";
import { GeistSans } from "geist/font/sans";
import ErrorPage from "@/app/error";
import { cn } from "@/components/ui/cn";

/** Stands in for the root layout when that has failed itself, so it brings its own document, fonts and theme. */
export default function GlobalError(props: { error: Error & { digest?: string } }) {
  return (
    <html lang="en" className={cn(GeistSans.variable, GeistMono.variable, isDark() && "dark")} suppressHydrationWarning>
      <body className="font-sans">
        <title>Something went wrong</title>
        <ErrorPage {...props} />
      </body>
    </html>
  );
}

/** As next-themes keeps it; asked with care, since what has failed may be this. */
function isDark(): boolean {
  try {
    const theme = localStorage.getItem("theme") ?? "system";
    return theme === "dark" || (theme === "system" && matchMedia("(prefers-color-scheme: dark)").matches);
  } catch {
    return false;
  }
}
