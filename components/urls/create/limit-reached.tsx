import { useMutation } from "@tanstack/react-query";
import { call } from "@/components/data/api";
import { toastError } from "@/components/data/toast-error";
import { Button } from "@/components/ui/button/button";
import { CloseButton, DialogBody, DialogFooter } from "@/components/ui/dialog/dialog";
import { toast } from "@/components/ui/toast/toast-store";
import { formatCount } from "@/lib/format";
import { paths } from "@/lib/paths";
import type { CurrentUser } from "@/lib/users/types";

const REQUEST_FAILED = "Failed to send request. Please try again or contact support directly.";

/** Shown instead of the create form to users at their limit. */
export function LimitReached({ user, onDone }: { user: CurrentUser; onDone: () => void }) {
  const request = useMutation({
    mutationFn: () => call<{ message: string }>("POST", paths.api.requestLimitIncrease),
    onSuccess: (answer) => {
      onDone();
      toast({ title: answer.message });
    },
    onError: (error) => toastError(error, REQUEST_FAILED),
  });
  return (
    <>
      <DialogBody>
        <div className="grid gap-2">
          <div className="flex items-baseline justify-between text-base">
            <span className="text-muted">Active URLs</span>
            <span className="font-medium tabular-nums">
              {`${formatCount(user.activeUrlCount)} of ${formatCount(user.urlLimit)}`}
            </span>
          </div>
          <div aria-hidden className="h-1.5 rounded-full bg-danger" />
          <p className="text-muted text-sm">You can also pause or delete links you no longer need.</p>
        </div>
      </DialogBody>
      <DialogFooter>
        <CloseButton>Cancel</CloseButton>
        <Button loading={request.isPending} onClick={() => request.mutate()}>
          Request More URLs
        </Button>
      </DialogFooter>
    </>
  );
}
