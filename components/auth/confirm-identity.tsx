"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { MailCheck, ShieldCheck } from "lucide-react";
import { useEffect, useEffectEvent, useState } from "react";
import { ApiError, call } from "@/components/data/api";
import { currentUserQuery } from "@/components/data/query-options";
import { toastError } from "@/components/data/toast-error";
import { useCurrentUser } from "@/components/data/use-current-user";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { paths } from "@/lib/paths";
import type { CurrentUser } from "@/lib/users/types";

const CHECK_EVERY_MS = 2_000;

/** Whether a change was refused because the sign-in is too long ago. */
export function needsRecentSignIn(error: unknown): boolean {
  return error instanceof ApiError && error.code === "recent_sign_in_required";
}

/**
 * Stands in a form whose change needs a recent sign-in. The person opens a new link in another tab;
 * this one keeps what they typed, notices, and saves.
 *
 * @param onConfirmed called once the person has signed in again in this browser
 */
export function ConfirmIdentity({ onConfirmed }: { onConfirmed: () => void }) {
  const email = useCurrentUser()?.email;
  const [isOther, setIsOther] = useState(false);
  const send = useMutation({
    mutationFn: (address: string) => call("POST", paths.api.requestMagicLink, { email: address }),
    onError: (error) => toastError(error, "Failed to send the confirmation link"),
  });
  useNewSignIn({ onConfirmed, onOther: () => setIsOther(true) });

  if (isOther) {
    return (
      <Notice title="Someone else is signed in in this browser now">
        Nothing was saved. Reload the page to continue as them.
      </Notice>
    );
  }
  const Icon = send.isSuccess ? MailCheck : ShieldCheck;
  return (
    <div
      ref={scrollIntoSight}
      role="alert"
      className="flex gap-3 rounded-lg border border-line bg-accent-soft p-3 text-base"
    >
      <Icon aria-hidden className="mt-0.5 size-4 shrink-0 text-accent-text" />
      <div className="min-w-0">
        <p className="font-medium text-ink">{send.isSuccess ? "Check your email" : "Confirm that it's you"}</p>
        <p className="wrap-anywhere text-pretty text-muted dark:text-ink">
          {send.isSuccess
            ? `Open the link sent to ${email} in another tab of this browser. Your changes are kept here and saved as soon as you have signed in.`
            : "This change needs a sign-in from the last 15 minutes. Nothing is saved yet, and your changes are kept."}
        </p>
        <Button
          size="sm"
          variant="secondary"
          className="mt-3"
          loading={send.isPending}
          disabled={email === undefined}
          onClick={() => email !== undefined && send.mutate(email)}
        >
          {send.isSuccess ? "Send again" : "Send confirmation link"}
        </Button>
      </div>
    </div>
  );
}

/** A long form may be taller than the window or the dialog. */
function scrollIntoSight(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: "nearest" });
}

type Listeners = { onConfirmed: () => void; onOther: () => void };

/** Looks, while the page is to be seen, whether this browser has another session than it had. */
function useNewSignIn({ onConfirmed, onOther }: Listeners): void {
  const client = useQueryClient();
  const user = useCurrentUser();
  const confirm = useEffectEvent((found: CurrentUser) => {
    client.setQueryData(currentUserQuery.queryKey, found);
    onConfirmed();
  });
  const stop = useEffectEvent(onOther);
  const userId = user?.id;
  const signedInAt = user?.signedInAt;

  useEffect(() => {
    let isOver = false;
    const check = async () => {
      if (document.hidden || isOver) return;
      // What fails is asked again; a session that is gone shows when the form is saved.
      const found = await call<CurrentUser>("GET", paths.api.currentUser).catch(() => undefined);
      if (!found || isOver) return;
      if (found.id === userId && found.signedInAt === signedInAt) return;
      isOver = true;
      if (found.id === userId) confirm(found);
      else stop();
    };
    const timer = setInterval(check, CHECK_EVERY_MS);
    window.addEventListener("focus", check);
    document.addEventListener("visibilitychange", check);
    return () => {
      isOver = true;
      clearInterval(timer);
      window.removeEventListener("focus", check);
      document.removeEventListener("visibilitychange", check);
    };
  }, [userId, signedInAt]);
}
