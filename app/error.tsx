"use client";

import { Centered } from "@/components/shell/centered";
import { Button } from "@/components/ui/button";

/** Loads the page anew when it is tried again: React's own reset would show what the server gave before. */
export default function ErrorPage({ error }: { error: Error & { digest?: string } }) {
  return (
    <Centered
      title="Something went wrong"
      text={
        <>
          The page could not be shown. Try again; if it keeps happening, tell the administrator
          {error.digest ? " this number:" : "."}
          {error.digest && <code className="mt-2 block font-mono text-ink text-sm">{error.digest}</code>}
        </>
      }
    >
      <div className="text-center">
        <Button onClick={() => window.location.reload()}>Try again</Button>
      </div>
    </Centered>
  );
}
