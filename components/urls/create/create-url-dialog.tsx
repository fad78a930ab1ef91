import { TriangleAlert } from "lucide-react";
import { useState } from "react";
import { useCurrentUser } from "@/components/data/use-actor";
import { Dialog } from "@/components/ui/dialog/dialog";
import type { DialogState } from "@/components/ui/focus/use-return-focus";
import { CreateManyForm, type ManyStart } from "@/components/urls/create/create-many-form";
import { CreateUrlForm } from "@/components/urls/create/create-url-form";
import { LimitReached } from "@/components/urls/create/limit-reached";
import { limitText, nearLimitText } from "@/components/urls/url-errors";
import type { CurrentUser } from "@/lib/users/types";

type CreateUrlDialogProps = DialogState & {
  /** Initial short code. */
  shortCode?: string;
};

/** The create form, or, for users at their limit, a way to request a higher one. */
export function CreateUrlDialog({ open, onOpenChange, shortCode }: CreateUrlDialogProps) {
  const user = useCurrentUser();
  const close = () => onOpenChange(false);
  const [isTyped, setTyped] = useState(false);
  // Typed input stays, including lines left over when earlier ones have reached the limit.
  const limitReached = user.activeUrlCount >= user.urlLimit && !isTyped;
  const nearLimit = nearLimitText(user);
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      onTyped={setTyped}
      fit={limitReached}
      title={limitReached ? "URL Limit Reached" : "Create Short URL"}
      description={limitReached ? limitText(user.urlLimit) : nearLimit && <NearLimit text={nearLimit} />}
    >
      {limitReached ? (
        <LimitReached user={user} onDone={close} />
      ) : (
        <CreateForms user={user} shortCode={shortCode} onDone={close} />
      )}
    </Dialog>
  );
}

function NearLimit({ text }: { text: string }) {
  return (
    <span className="flex items-start gap-1.5">
      <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-ink" strokeWidth={1.75} />
      {text}
    </span>
  );
}

type CreateFormsProps = {
  user: CurrentUser;
  shortCode: string | undefined;
  onDone: () => void;
};

/** The form for one link, or, after several lines were pasted into it, for many. */
function CreateForms({ user: { urlLimit, activeUrlCount }, shortCode, onDone }: CreateFormsProps) {
  const [many, setMany] = useState<ManyStart | null>(null);
  return many ? (
    <CreateManyForm start={many} urlLimit={urlLimit} room={Math.max(0, urlLimit - activeUrlCount)} onDone={onDone} />
  ) : (
    <CreateUrlForm urlLimit={urlLimit} shortCode={shortCode} onMany={setMany} onDone={onDone} />
  );
}
