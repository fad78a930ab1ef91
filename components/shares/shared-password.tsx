"use client";

import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useRef, useState } from "react";
import { ApiError, call } from "@/components/data/api";
import { errorText } from "@/components/data/toast-error";
import { Centered } from "@/components/shell/centered";
import { HydratedButton } from "@/components/ui/button/hydrated-button";
import { Card } from "@/components/ui/card";
import { FormFields } from "@/components/ui/form/form-fields";
import { TextField } from "@/components/ui/form/text-field";
import { paths } from "@/lib/paths";

type SharedPasswordProps = { token: string; brand: string };

/** Asks for the password of a shared page, then loads the page again. */
export function SharedPassword({ token, brand }: SharedPasswordProps) {
  const [password, setPassword] = useState("");
  const unlock = useMutation({
    mutationFn: () => call("POST", paths.api.unlockSharedStats, { token, password }),
    onSuccess: () => window.location.reload(),
    onError: (error) => {
      // The page has expired in the meantime.
      if (error instanceof ApiError && error.status === 404) window.location.reload();
    },
    gcTime: 0,
  });
  const [isMissing, setMissing] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    setMissing(!password);
    if (password) unlock.mutate();
    else field.current?.focus();
  };
  const refusal = unlock.isError ? errorText(unlock.error, "The password could not be checked. Try again.") : undefined;
  return (
    <Centered brand={brand} title="Shared statistics" text="This page is protected by a password.">
      <Card className="p-5">
        <form noValidate onSubmit={onSubmit}>
          <FormFields pending={unlock.isPending || unlock.isSuccess}>
            <TextField
              label="Password"
              required
              type="password"
              ref={field}
              autoComplete="current-password"
              error={isMissing && !password ? "Password is required" : refusal}
              value={password}
              onChange={(event) => setPassword(event.target.value)}
            />
            <HydratedButton type="submit" loading={unlock.isPending}>
              Show Statistics
            </HydratedButton>
          </FormFields>
        </form>
      </Card>
    </Centered>
  );
}
