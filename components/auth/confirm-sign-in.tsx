"use client";

import { useMutation } from "@tanstack/react-query";
import { LinkSpent } from "@/components/auth/link-spent";
import { ApiError, call } from "@/components/data/api";
import { toastError } from "@/components/data/toast-error";
import { Centered } from "@/components/shell/centered";
import { HydratedButton } from "@/components/ui/hydrated-button";
import { paths } from "@/lib/paths";

type ConfirmSignInProps = {
  brand: string;
  email: string;
  /** Whether an administrator sent the link, so that nobody requested it. */
  isInvitation: boolean;
  token: string;
};

/** Asks before using a magic link in a browser that did not request it; mail scanners press no buttons. */
export function ConfirmSignIn({ brand, email, isInvitation, token }: ConfirmSignInProps) {
  const verify = useMutation({
    mutationFn: () => call("POST", paths.api.verify(token)),
    onSuccess: () => window.location.replace(paths.home),
    onError: (error) => {
      if (!isRefusal(error)) toastError(error, "Failed to sign in. Please try again.");
    },
  });
  if (isRefusal(verify.error)) return <LinkSpent brand={brand} />;
  return (
    <Centered
      brand={brand}
      title="Sign in"
      text={
        <>
          You are signing in as{" "}
          <strong className="wrap-anywhere inline-block max-w-full font-medium text-ink">{email}</strong>
        </>
      }
    >
      <HydratedButton loading={verify.isPending || verify.isSuccess} onClick={() => verify.mutate()}>
        Sign in
      </HydratedButton>
      <p className="mt-4 text-balance text-center text-muted text-sm">
        {isInvitation
          ? "If this isn't your address, close this page."
          : "If you didn't request this link, close this page."}
      </p>
    </Centered>
  );
}

/** The server rejected the link, so retrying is pointless. */
function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429;
}
