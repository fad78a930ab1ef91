import { useState } from "react";
import { CreateShareForm } from "@/components/shares/create-share-form";
import { ShareList } from "@/components/shares/share-list";
import { Dialog } from "@/components/ui/dialog/dialog";
import { ShownOnce } from "@/components/ui/dialog/shown-once";
import type { DialogState } from "@/components/ui/focus/use-return-focus";
import { withoutScheme } from "@/components/urls/short-link-text";
import type { CreatedStatShare } from "@/lib/shares/types";
import type { ShortUrl } from "@/lib/urls/types";

type ShareDialogProps = DialogState & { url: Pick<ShortUrl, "id" | "shortUrl"> };

const UNCOPIED = {
  title: "Close without copying the URL?",
  description: "You won't see this URL again. You'd have to create a new one.",
  confirmLabel: "Close without copying",
};

/** The shared pages of a link's statistics, the form for another one, and the URL of a new one, shown once. */
export function ShareDialog({ url, onOpenChange, ...state }: ShareDialogProps) {
  const [isCreating, setIsCreating] = useState(false);
  const [created, setCreated] = useState<CreatedStatShare | null>(null);
  const close = () => {
    onOpenChange(false);
    setIsCreating(false);
    setCreated(null);
  };
  return (
    <Dialog
      {...state}
      onOpenChange={close}
      title={created ? "Statistics Shared" : "Share Statistics"}
      description={
        <span translate="no" className="break-all font-mono text-sm">
          {withoutScheme(url.shortUrl)}
        </span>
      }
      className="sm:max-w-lg"
    >
      {created && (
        <ShownOnce
          what="URL"
          title="Copy this URL now - it won't be shown again!"
          notice={`Anyone who has it${created.hasPassword ? " and the password" : ""} can see the statistics.`}
          name={created.name}
          text={created.url}
          loss={UNCOPIED}
        />
      )}
      {!created && isCreating && <CreateShareForm urlId={url.id} onCreated={setCreated} />}
      {!created && !isCreating && <ShareList urlId={url.id} onCreate={() => setIsCreating(true)} />}
    </Dialog>
  );
}
