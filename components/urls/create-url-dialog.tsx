"use client";

import { useCurrentUser } from "@/components/data/use-current-user";
import { Dialog } from "@/components/ui/dialog";
import { CreateUrlForm } from "@/components/urls/create-url-form";
import { LimitReached } from "@/components/urls/limit-reached";
import { limitText } from "@/components/urls/url-errors";

type CreateUrlDialogProps = { open: boolean; onOpenChange: (open: boolean) => void };

/** The create form, or, for users at their limit, a way to request a higher one. */
export function CreateUrlDialog({ open, onOpenChange }: CreateUrlDialogProps) {
  const user = useCurrentUser();
  const close = () => onOpenChange(false);
  const limitReached = user !== undefined && user.activeUrlCount >= user.urlLimit;
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      fit={limitReached}
      title={limitReached ? "URL Limit Reached" : "Create Short URL"}
      description={limitReached ? limitText(user.urlLimit) : undefined}
    >
      {limitReached ? (
        <LimitReached user={user} onDone={close} />
      ) : (
        <CreateUrlForm urlLimit={user?.urlLimit ?? 0} onDone={close} />
      )}
    </Dialog>
  );
}
