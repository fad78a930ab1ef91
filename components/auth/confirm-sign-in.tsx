"use client";

import { useMutation } from "@tanstack/react-query";
import { confirmLink, isSpent } from "@/components/auth/confirm-link";
import { CookieRefused, LinkSpent } from "@/components/auth/link-spent";
import { toastError } from "@/components/data/toast-error";
import { Centered } from "@/components/shell/centered";
import { HydratedButton } from "@/components/ui/button/hydrated-button";
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
    mutationFn: () => confirmLink(token),
    onSuccess: (isKept) => {
      if (isKept) window.location.replace(paths.home);
    },
    onError: (error) => {
      if (!isSpent(error)) toastError(error, "Failed to sign in. Please try again.");
    },
  });
  if (isSpent(verify.error)) return <LinkSpent brand={brand} />;
  if (verify.data === false) return <CookieRefused brand={brand} />;
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
