"use client";

import { Centered } from "@/components/shell/centered";
import { Button } from "@/components/ui/button";

type ErrorPageProps = { error: Error & { digest?: string }; reset: () => void };

export default function ErrorPage({ error, reset }: ErrorPageProps) {
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
        <Button onClick={reset}>Try again</Button>
      </div>
    </Centered>
  );
}
