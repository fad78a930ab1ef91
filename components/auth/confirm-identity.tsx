import { useMutation, useQueryClient } from "@tanstack/react-query";
import { MailCheck, ShieldCheck, SquareTerminal } from "lucide-react";
import { useEffect, useEffectEvent, useState } from "react";
import { ApiError, call } from "@/components/data/api";
import { useAppConfig } from "@/components/data/app-config";
import { toastError } from "@/components/data/toast-error";
import { useCurrentUser } from "@/components/data/use-actor";
import { Button } from "@/components/ui/button/button";
import { Notice } from "@/components/ui/notice";
import { currentUserQuery } from "@/components/users/user-queries";
import { RECENT_SIGN_IN_MINUTES } from "@/lib/actor";
import { paths } from "@/lib/paths";
import type { CurrentUser } from "@/lib/users/types";

const CHECK_EVERY_MS = 2_000;

/** Whether a change was refused because the last sign-in is too old. */
export function needsRecentSignIn(error: unknown): boolean {
  return error instanceof ApiError && error.code === "recent_sign_in_required";
}

const WORDS = {
  save: { toDo: "To save this change", outcome: "Your changes are saved" },
  test: { toDo: "To test unsaved settings", outcome: "The test email is sent" },
} as const;

type ConfirmIdentityProps = {
  /** The action that the user wanted to take. */
  purpose?: keyof typeof WORDS;
  /** Called when the user has signed in again in this browser. */
  onConfirmed: () => void;
};

/**
 * Shown in a form whose change needs a recent sign-in. The user signs in again in another tab; this one keeps their
 * input and submits it afterwards.
 */
export function ConfirmIdentity({ purpose = "save", onConfirmed }: ConfirmIdentityProps) {
  const email = useCurrentUser().email;
  const { hasMailServer } = useAppConfig();
  const [isOther, setIsOther] = useState(false);
  const send = useMutation({
    mutationFn: (address: string) => call("POST", paths.api.requestMagicLink, { email: address }),
    onError: (error) => toastError(error, "Failed to send the confirmation link"),
  });
  useNewSignIn({ onConfirmed, onOther: () => setIsOther(true) });

  if (isOther) {
    return (
      <Notice title="Someone else has signed in to this browser">
        Nothing was saved. Reload the page to continue as that user.
      </Notice>
    );
  }
  const Icon = send.isSuccess ? (hasMailServer ? MailCheck : SquareTerminal) : ShieldCheck;
  const { title, text, button } = confirmTexts({ purpose, email, hasMailServer, isSent: send.isSuccess });
  return (
    <div
      ref={scrollIntoView}
      role="alert"
      className="flex gap-3 rounded-lg border border-line bg-accent-soft p-3 text-base"
    >
      <Icon aria-hidden className="mt-0.5 size-4 shrink-0 text-accent-text" />
      <div className="min-w-0">
        <p className="font-medium text-ink">{title}</p>
        <p className="wrap-anywhere text-pretty text-muted dark:text-ink">{text}</p>
        <Button
          size="sm"
          variant="secondary"
          className="mt-3"
          loading={send.isPending}
          onClick={() => send.mutate(email)}
        >
          {button}
        </Button>
      </div>
    </div>
  );
}

type Asked = { purpose: keyof typeof WORDS; email: string; hasMailServer: boolean; isSent: boolean };

/** What to do, before and after a link was requested. Without a mail server, it is written to the log. */
export function confirmTexts({ purpose, email, hasMailServer, isSent }: Asked) {
  const { toDo, outcome } = WORDS[purpose];
  if (!isSent) {
    const logged = hasMailServer ? "" : " No mail server is set up, so Hop writes the link to the server's log.";
    return {
      title: "Confirm that it's you",
      text: `${toDo}, you need to have signed in within the last ${RECENT_SIGN_IN_MINUTES} minutes. Your changes are kept.${logged}`,
      button: hasMailServer ? "Send confirmation link" : "Write link to the log",
    };
  }
  // The mail server may be what the user wants to fix.
  const lost = hasMailServer ? ` Nothing arrived? On the server, "hop sign-in-link ${email}" prints a link.` : "";
  const where = hasMailServer ? `the link sent to ${email}` : `the link for ${email}`;
  return {
    title: hasMailServer ? "Check your email" : "The link is in the server's log",
    text: `Open ${where} in another tab of this browser. ${outcome} as soon as you sign in.${lost}`,
    button: hasMailServer ? "Send again" : "Write a new link",
  };
}

/** The form may be taller than the window. */
function scrollIntoView(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: "nearest" });
}

type Listeners = { onConfirmed: () => void; onOther: () => void };

/** Polls, while the page is visible, whether this browser has a new session. */
function useNewSignIn({ onConfirmed, onOther }: Listeners): void {
  const client = useQueryClient();
  const { id: userId, signedInAt } = useCurrentUser();
  const confirm = useEffectEvent((found: CurrentUser) => {
    client.setQueryData(currentUserQuery.queryKey, found);
    onConfirmed();
  });
  const stop = useEffectEvent(onOther);

  useEffect(() => {
    let isOver = false;
    const check = async () => {
      if (document.hidden || isOver) return;
      // Failures are retried; a lost session shows when the form is submitted.
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
