import { zodResolver } from "@hookform/resolvers/zod";
import type { FormEvent } from "react";
import { useForm } from "react-hook-form";
import { useRequestLink } from "@/components/auth/use-request-link";
import { HydratedButton } from "@/components/ui/button/hydrated-button";
import { FormFields } from "@/components/ui/form/form-fields";
import { TextField } from "@/components/ui/form/text-field";
import { magicLinkSchema } from "@/lib/auth/schema";

type SignInFormProps = {
  onSent: (email: string) => void;
  hasMailServer: boolean;
  /** Whether the field gets the focus at once. */
  focused: boolean;
};

export function SignInForm({ onSent, hasMailServer, focused }: SignInFormProps) {
  // Without a default value, which would replace what was typed before hydration.
  const form = useForm({ resolver: zodResolver(magicLinkSchema) });
  const request = useRequestLink(hasMailServer);

  function onSubmit(event: FormEvent) {
    event.preventDefault();
    if (!form.getValues("email")?.trim()) return;
    void form.handleSubmit((input) => request.mutate(input, { onSuccess: () => onSent(input.email) }))(event);
  }

  return (
    <form noValidate onSubmit={onSubmit}>
      <FormFields pending={request.isPending}>
        <TextField
          label="Email"
          required
          type="email"
          autoComplete="email"
          inputMode="email"
          autoFocus={focused}
          placeholder="you@company.com"
          error={form.formState.errors.email?.message}
          {...form.register("email")}
        />
        <HydratedButton type="submit" loading={request.isPending}>
          {request.isPending ? "Sending..." : "Send Magic Link"}
        </HydratedButton>
      </FormFields>
    </form>
  );
}
