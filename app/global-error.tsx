"use client";

import "@/app/globals.css";
import ErrorPage from "@/app/error";

/** Stands in for the root layout when that has failed itself, so it brings its own document. */
export default function GlobalError(props: { error: Error & { digest?: string }; reset: () => void }) {
  return (
    <html lang="en">
      <body className="font-sans">
        <title>Something went wrong</title>
        <ErrorPage {...props} />
      </body>
    </html>
  );
}
