"use client";

import { CircleAlert, CircleCheck, Send } from "lucide-react";
import { toastError } from "@/components/data/toast-error";
import { useCurrentUser } from "@/components/data/use-current-user";
import { useSendTestMail } from "@/components/settings/settings-mutations";
import { Button } from "@/components/ui/button";
import type { TestMailResult } from "@/lib/settings/types";

/** Sends a test email with the stored settings and shows the result. */
export function TestMail({ hasChanges }: { hasChanges: boolean }) {
  const user = useCurrentUser();
  const test = useSendTestMail();
  const result = hasChanges || test.isPending ? undefined : test.data;
  return (
    <div>
      <div className="flex flex-col gap-x-4 gap-y-3 sm:flex-row sm:items-center sm:justify-between">
        <p className="min-w-0 text-muted text-sm [overflow-wrap:anywhere]">
          {hasChanges ? "Save before testing." : `Sends an email to ${user?.email ?? "your address"}.`}
        </p>
        <Button
          variant="secondary"
          loading={test.isPending}
          disabled={hasChanges}
          onClick={() =>
            test.mutate(undefined, { onError: (error) => toastError(error, "Failed to send the test email") })
          }
        >
          {!test.isPending && <Send aria-hidden className="size-4" strokeWidth={1.75} />}
          {test.isPending ? "Sending..." : "Send test email"}
        </Button>
      </div>
      <div role="status" className="not-empty:mt-3">
        {result && <Result {...result} />}
      </div>
    </div>
  );
}

function Result({ outcome, message }: TestMailResult) {
  const isSent = outcome === "sent";
  const Icon = isSent ? CircleCheck : CircleAlert;
  return (
    <p
      className={`flex gap-2 rounded-lg border border-line px-3 py-2 text-base text-ink ${isSent ? "bg-accent-soft" : "bg-danger-soft"}`}
    >
      <Icon
        aria-hidden
        className={`mt-0.5 size-4 shrink-0 ${isSent ? "text-accent-text" : "text-danger-text"}`}
        strokeWidth={1.75}
      />
      <span className="min-w-0 [overflow-wrap:anywhere]">{message}</span>
    </p>
  );
}
