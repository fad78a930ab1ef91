"use client";

import "@/app/globals.css";
import ErrorPage from "@/app/error";
import { FONTS } from "@/app/fonts";
import { cn } from "@/components/ui/cn";

/** Replaces the root layout if that fails, so it has its own document, fonts and theme. */
export default function GlobalError(props: { error: Error & { digest?: string } }) {
  return (
    <html lang="en" className={cn(FONTS, isDark() && "dark")} suppressHydrationWarning>
      <body className="font-sans">
        <title>Something went wrong</title>
        <ErrorPage {...props} />
      </body>
    </html>
  );
}

/** Reads the theme that next-themes stored. Guarded, since reading it may be what failed. */
function isDark(): boolean {
  try {
    const theme = localStorage.getItem("theme") ?? "system";
    return theme === "dark" || (theme === "system" && matchMedia("(prefers-color-scheme: dark)").matches);
  } catch {
    return false;
  }
}
