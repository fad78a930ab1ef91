import { MailCheck, SquareTerminal } from "lucide-react";
import { useLayoutEffect, useState } from "react";
import { useRequestLink } from "@/components/auth/use-request-link";
import { ApiError } from "@/components/data/api";
import { Button } from "@/components/ui/button/button";
import { formatSeconds } from "@/lib/format";

/** Mail takes a few seconds, and each request counts against the limit of the address. */
const RESEND_AFTER_MS = 30_000;

type LinkSentProps = {
  email: string;
  /** Whether links are emailed; otherwise the server prints them. */
  hasMailServer: boolean;
  linkMinutes: number;
  onOtherAddress: () => void;
};

/** Shown after a request, with the same text for every address, so as not to reveal which ones have an account. */
export function LinkSent({ email, hasMailServer, linkMinutes, onOtherAddress }: LinkSentProps) {
  const [resendAt, setResendAt] = useState(() => Date.now() + RESEND_AFTER_MS);
  const wait = useSecondsUntil(resendAt);
  const request = useRequestLink(hasMailServer);
  const resend = () =>
    request.mutate(
      { email },
      {
        onSuccess: () => setResendAt(Date.now() + RESEND_AFTER_MS),
        onError: (error) => {
          const seconds = error instanceof ApiError ? (error.retryAfterSeconds ?? 0) : 0;
          setResendAt(Date.now() + seconds * 1_000);
        },
      },
    );
  const Icon = hasMailServer ? MailCheck : SquareTerminal;
  return (
    <>
      <Icon aria-hidden className="size-6 text-accent-text" strokeWidth={1.75} />
      {/* Takes the focus from the form, and from the button, which is disabled after each press. */}
      <h2
        key={resendAt}
        ref={focus}
        tabIndex={-1}
        className="wrap-anywhere mt-3 text-pretty font-semibold text-ink text-lg tracking-[-0.01em] outline-none"
      >
        {hasMailServer ? `We sent a link to ${email}` : `The link for ${email} is in the server's log`}
      </h2>
      <div className="mt-1.5 grid gap-2 text-pretty text-base text-muted">
        <p>
          {!hasMailServer && "No mail server is set up, so Hop prints sign-in links to its log. "}
          Open it in this browser within {linkMinutes} minutes to sign in.
        </p>
        <p>
          {hasMailServer
            ? "Nothing arrived? Check your spam folder and the address."
            : "No link there? Check the address."}{" "}
          Only addresses with an active account get a link.
        </p>
      </div>
      <div className="mt-5 grid gap-2">
        <Button variant="secondary" size="lg" disabled={wait > 0} loading={request.isPending} onClick={resend}>
          <span className="tabular-nums">{wait > 0 ? `Resend in ${formatSeconds(wait)}` : "Resend link"}</span>
        </Button>
        <Button variant="ghost" size="lg" onClick={onOtherAddress}>
          Use another address
        </Button>
      </div>
    </>
  );
}

function focus(element: HTMLElement | null): void {
  element?.focus();
}

/** Whole seconds until a time in epoch milliseconds, counting down to 0. */
function useSecondsUntil(time: number): number {
  const [now, setNow] = useState(Date.now);
  useLayoutEffect(() => {
    const tick = () => {
      setNow(Date.now());
      if (Date.now() >= time) clearInterval(timer);
    };
    const timer = setInterval(tick, 1_000);
    tick();
    return () => clearInterval(timer);
  }, [time]);
  return Math.max(0, Math.ceil((time - now) / 1_000));
}
