"use client";

import { firstCall } from "@/components/api-keys/first-call";
import { Button } from "@/components/ui/button";
import { CodeBlock } from "@/components/ui/code-block";
import { CopyButton } from "@/components/ui/copy-button";
import { DialogBody, DialogFooter } from "@/components/ui/dialog";
import { Notice } from "@/components/ui/notice";
import { ShownOnce } from "@/components/ui/shown-once";
import type { CreatedApiKey } from "@/lib/api-keys/types";

type CreatedKeyProps = { apiKey: CreatedApiKey; baseUrl: string; onCopied: () => void; onClose: () => void };

export function CreatedKey({ apiKey, baseUrl, onCopied, onClose }: CreatedKeyProps) {
  return (
    <>
      <DialogBody>
        <Notice title="Save this key securely - it won't be shown again!">
          Treat it like a password: anyone who has it can use its scopes in your group.
        </Notice>
        <ShownOnce name={apiKey.name} text={apiKey.apiKey} />
        <div className="grid min-w-0 gap-1.5">
          <p className="font-medium text-ink text-sm">Try it</p>
          <CodeBlock what="curl command" code={firstCall(apiKey, baseUrl)} onCopied={onCopied} isNarrow />
        </div>
      </DialogBody>
      <DialogFooter>
        <Button variant="secondary" onClick={onClose}>
          Done
        </Button>
        <CopyButton text={apiKey.apiKey} what="API key" variant="primary" onCopied={onCopied} />
      </DialogFooter>
    </>
  );
}
