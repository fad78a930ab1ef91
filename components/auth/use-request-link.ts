import { useMutation } from "@tanstack/react-query";
import { call } from "@/components/data/api";
import { toastError } from "@/components/data/toast-error";
import { toast } from "@/components/ui/toast/toast-store";
import type { MagicLinkInput } from "@/lib/auth/schema";
import { paths } from "@/lib/paths";

/**
 * Requests a sign-in link and shows the outcome (spec section 8).
 *
 * @param hasMailServer whether the link is emailed; otherwise the screen says where it was printed
 */
export function useRequestLink(hasMailServer: boolean) {
  return useMutation({
    mutationFn: (input: MagicLinkInput) => call("POST", paths.api.requestMagicLink, input),
    onSuccess: () => {
      if (hasMailServer)
        toast({ title: "Magic link sent!", description: "Check your email for a magic link to sign in." });
    },
    onError: (error) => toastError(error, "Failed to send magic link. Please try again."),
  });
}
