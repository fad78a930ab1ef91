"use client";

import { Centered } from "@/components/shell/centered";
import { buttonClass } from "@/components/ui/button/button-class";

/**
 * Reloads the page to retry: React's reset would show the same server response again. Every screen loads this code, so
 * it has no icons.
 */
export default function ErrorPage({ error }: { error: Error & { digest?: string } }) {
  return (
    <Centered
      title="Something went wrong"
      text={
        <>
          This page could not be loaded. Try again. If the problem persists, contact your administrator
          {error.digest ? " and include this error ID:" : "."}
          {error.digest && (
            <code translate="no" className="mt-2 block font-mono text-ink text-sm">
              {error.digest}
            </code>
          )}
        </>
      }
    >
      <div className="text-center">
        <button type="button" className={buttonClass({})} onClick={() => window.location.reload()}>
          Try again
        </button>
      </div>
    </Centered>
  );
}
