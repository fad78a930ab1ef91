"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useMutation } from "@tanstack/react-query";
import type { FormEvent } from "react";
import { useForm } from "react-hook-form";
import { call } from "@/components/data/api";
import { toastError } from "@/components/data/toast-error";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { FormFields } from "@/components/ui/form-fields";
import { Input } from "@/components/ui/input";
import { toast } from "@/components/ui/toast-store";
import { useHydrated } from "@/components/ui/use-hydrated";
import { type MagicLinkInput, magicLinkSchema } from "@/lib/auth/schema";
import { paths } from "@/lib/paths";

export function SignInForm({ onSent }: { onSent: () => void }) {
  const isHydrated = useHydrated();
  // Without a default value, which would replace what was typed before hydration.
  const form = useForm({ resolver: zodResolver(magicLinkSchema) });
  const request = useMutation({
    mutationFn: (input: MagicLinkInput) => call("POST", paths.api.requestMagicLink, input),
    onSuccess: () => {
      form.reset();
      onSent();
      toast({ title: "Magic link sent!", description: "Check your email for a magic link to sign in." });
    },
    onError: (error) => toastError(error, "Failed to send magic link. Please try again."),
  });

  function onSubmit(event: FormEvent) {
    event.preventDefault();
    if (!form.getValues("email")?.trim()) return;
    void form.handleSubmit((input) => request.mutate(input))(event);
  }

  return (
    <form noValidate onSubmit={onSubmit}>
      <FormFields pending={request.isPending}>
        <Field label="Email" required error={form.formState.errors.email?.message}>
          {(control) => (
            <Input
              type="email"
              autoComplete="email"
              inputMode="email"
              placeholder="you@company.com"
              {...control}
              {...form.register("email")}
            />
          )}
        </Field>
        {/* Before hydration the browser itself would submit the form, with the address in the URL. */}
        <Button type="submit" size="lg" className="w-full" disabled={!isHydrated} loading={request.isPending}>
          {request.isPending ? "Sending..." : "Send Magic Link"}
        </Button>
      </FormFields>
    </form>
  );
}
