import type { Metadata } from "next";
import { ConfirmSignIn } from "@/components/auth/confirm-sign-in";
import { LinkSpent } from "@/components/auth/link-spent";
import { VerifyRedirect } from "@/components/auth/verify-redirect";
import { Centered } from "@/components/shell/centered";
import { findLink } from "@/lib/auth/verify";
import { env } from "@/lib/env";
import { paths } from "@/lib/paths";

export const metadata: Metadata = { title: "Sign in", referrer: "no-referrer" };

type VerifyPageProps = {
  params: Promise<{ token: string }>;
  searchParams: Promise<{ confirm?: string | string[] }>;
};

/**
 * Goes from a magic link to the call that signs in. That call redirects browsers that did not request the link back
 * here with `confirm`, to ask first.
 */
export default async function VerifyPage({ params, searchParams }: VerifyPageProps) {
  const token = decodeURIComponent((await params).token);
  const { confirm } = await searchParams;
  if (confirm !== undefined) return <Confirmation token={token} />;
  return (
    <Centered title="Verifying your magic link...">
      <VerifyRedirect to={paths.api.verify(token)} />
      <noscript>
        <p className="text-center">
          <a className="underline" href={paths.api.verify(token)}>
            Continue
          </a>
        </p>
      </noscript>
    </Centered>
  );
}

async function Confirmation({ token }: { token: string }) {
  const brand = env().BRAND_NAME;
  const link = await findLink(token);
  if (!link) return <LinkSpent brand={brand} />;
  return <ConfirmSignIn brand={brand} {...link} token={token} />;
}
