import { useEffect, useEffectEvent } from "react";
import { call } from "@/components/data/api";
import { toastError } from "@/components/data/toast-error";
import { useChange, useRefetch } from "@/components/data/use-change";
import { Button } from "@/components/ui/button/button";
import { CloseButton, DialogBody, DialogFooter } from "@/components/ui/dialog/dialog";
import { useHandedFocus } from "@/components/ui/focus/use-handed-focus";
import { toast } from "@/components/ui/toast/toast-store";
import { formatCount } from "@/lib/format";
import { paths } from "@/lib/paths";
import type { CurrentUser } from "@/lib/users/types";

const REQUEST_FAILED = "Failed to send request. Please try again or contact support directly.";

/** Shown instead of the create form to users at their limit, until the limit turns out to have been raised meanwhile. */
export function LimitReached({ user, onDone }: { user: CurrentUser; onDone: () => void }) {
  const refetchUser = useRefetch([paths.api.currentUser]);
  const onShown = useEffectEvent(() => void refetchUser());
  useEffect(() => onShown(), []);
  const request = useChange(() => call<{ message: string }>("POST", paths.api.requestLimitIncrease), [], {
    onDone,
    onSuccess: (answer) => toast({ title: answer.message }),
    onError: (error) => toastError(error, REQUEST_FAILED),
  });
  const ref = useHandedFocus<HTMLDivElement>((dialog) => dialog.querySelector("input"));
  return (
    <div ref={ref} className="contents">
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
    </div>
  );
}
