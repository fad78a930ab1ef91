import { useState } from "react";
import { CreateApiKeyForm } from "@/components/api-keys/create-api-key-form";
import { firstCall } from "@/components/api-keys/first-call";
import { useAppConfig } from "@/components/data/app-config";
import { Dialog } from "@/components/ui/dialog/dialog";
import { ShownOnce } from "@/components/ui/dialog/shown-once";
import type { DialogState } from "@/components/ui/focus/use-return-focus";
import { CodeBlock } from "@/components/ui/text/code-block";
import type { CreatedApiKey } from "@/lib/api-keys/types";
import type { Group } from "@/lib/groups/types";

type CreateApiKeyDialogProps = DialogState & { group: Group };

const UNCOPIED = {
  title: "Close without copying the key?",
  description: "You won't see this key again. You'd have to create a new one.",
  confirmLabel: "Close without copying",
};

/** The form, then the new key, shown once. */
export function CreateApiKeyDialog({ group, open, onOpenChange }: CreateApiKeyDialogProps) {
  const { baseUrl } = useAppConfig();
  const [created, setCreated] = useState<CreatedApiKey | null>(null);
  const close = () => {
    onOpenChange(false);
    setCreated(null);
  };
  return (
    <Dialog
      open={open}
      onOpenChange={close}
      title={created ? "API Key Created" : "Create API Key"}
      description={`Lets your own tools manage links in ${group.name}`}
    >
      {created ? (
        <ShownOnce
          what="API key"
          title="Save this key securely - it won't be shown again!"
          notice="Treat it like a password: anyone who has it can use it in your group, within its scopes."
          name={created.name}
          text={created.apiKey}
          loss={UNCOPIED}
        >
          {(onCopied) => (
            <div className="grid min-w-0 gap-1.5">
              <p className="font-medium text-ink text-sm">Try it</p>
              <CodeBlock what="curl command" code={firstCall(created, baseUrl)} onCopied={onCopied} isNarrow />
            </div>
          )}
        </ShownOnce>
      ) : (
        <CreateApiKeyForm groupId={group.id} onCreated={setCreated} />
      )}
    </Dialog>
  );
}
