import { useMutation } from "@tanstack/react-query";
import { call } from "@/components/data/api";
import { toastFailure } from "@/components/data/toast-error";
import { toast } from "@/components/ui/toast/toast-store";
import { plural } from "@/lib/format";
import { paths } from "@/lib/paths";
import type { RegeneratedQr } from "@/lib/qr/types";

/** Regenerates all QR codes and reports the outcome (spec section 8). */
export function useRegenerateQr() {
  return useMutation({
    mutationFn: () => call<RegeneratedQr>("POST", paths.api.regenerateQr),
    onSuccess: ({ updatedCount }) =>
      toast({ title: "QR codes regenerated successfully", description: plural(updatedCount, "QR code") }),
    onError: (error) => toastFailure(error, "Failed to regenerate QR codes"),
  });
}
