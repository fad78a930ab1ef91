"use client";

import { useMutation } from "@tanstack/react-query";
import { call } from "@/components/data/api";
import { toastError } from "@/components/data/toast-error";
import { Centered } from "@/components/shell/centered";
import { buttonClass } from "@/components/ui/button/button-class";
import { HydratedButton } from "@/components/ui/button/hydrated-button";
import { paths } from "@/lib/paths";

export function Unsubscribe({ brand, token }: { brand: string; token: string }) {
  const unsubscribe = useMutation({
    mutationFn: () => call("POST", paths.api.unsubscribeSummary(token)),
    onError: (error) => toastError(error, "Failed to unsubscribe. Please try again."),
  });
  if (unsubscribe.isSuccess) {
    return (
      <Centered
        brand={brand}
        title="You're unsubscribed"
        text="You will no longer get summaries. You can turn them on again under Your Sessions."
      >
        <Home />
      </Centered>
    );
  }
  return (
    <Centered brand={brand} title="Unsubscribe" text="Stop email summaries of your links?">
      <HydratedButton loading={unsubscribe.isPending} onClick={() => unsubscribe.mutate()}>
        Unsubscribe
      </HydratedButton>
    </Centered>
  );
}

export function UnsubscribeFailed({ brand }: { brand: string }) {
  return (
    <Centered
      brand={brand}
      title="This link doesn't work"
      text="Copy the whole link from the email, or sign in and turn summaries off under Your Sessions."
    >
      <Home />
    </Centered>
  );
}

function Home() {
  return (
    <a href={paths.home} className={buttonClass({ variant: "secondary", size: "lg", className: "w-full" })}>
      Go to the dashboard
    </a>
  );
}
