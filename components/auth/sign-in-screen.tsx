"use client";

import { useState } from "react";
import { Centered } from "@/components/shell/centered";
import { ThemeSwitch } from "@/components/shell/theme-switch";
import { lazyPart } from "@/components/ui/button/on-demand";
import { Card } from "@/components/ui/card";
import { Notice } from "@/components/ui/notice";

/** Loaded separately: the same page is the dashboard for signed-in users. */
const SignInForm = lazyPart(() => import("@/components/auth/sign-in-form").then((file) => file.SignInForm));

const LinkSent = lazyPart(() => import("@/components/auth/link-sent").then((file) => file.LinkSent));

type SignInScreenProps = {
  brand: string;
  /** Whether the visitor followed a magic link that could not be used. */
  linkFailed: boolean;
  hasMailServer: boolean;
  linkMinutes: number;
};

export function SignInScreen({ brand, linkFailed, ...link }: SignInScreenProps) {
  // "" once the visitor wants another address.
  const [sentTo, setSentTo] = useState<string>();
  return (
    <>
      <Centered title={brand} text="URL Shortening Admin Dashboard">
        <div className="grid gap-4">
          {linkFailed && sentTo === undefined && (
            <Notice title="This sign-in link no longer works">
              It has expired or was already used. Enter your email to get a new one.
            </Notice>
          )}
          <Card className="p-5">
            {sentTo ? (
              <LinkSent {...link} email={sentTo} onOtherAddress={() => setSentTo("")} />
            ) : (
              <SignInForm onSent={setSentTo} hasMailServer={link.hasMailServer} focused={sentTo === ""} />
            )}
          </Card>
        </div>
      </Centered>
      {/* In the bottom padding of the page, where it covers nothing. */}
      <div className="relative -mt-16 flex h-16 items-center justify-end px-4">
        <ThemeSwitch />
      </div>
    </>
  );
}
