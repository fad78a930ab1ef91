"use client";

import { useEffect } from "react";
import { firstCall } from "@/components/api-keys/first-call";
import { Button } from "@/components/ui/button";
import { CodeBlock } from "@/components/ui/code-block";
import { CopyButton } from "@/components/ui/copy-button";
import { DialogBody, DialogFooter } from "@/components/ui/dialog";
import { Notice } from "@/components/ui/notice";
import type { CreatedApiKey } from "@/lib/api-keys/types";

type CreatedKeyProps = { apiKey: CreatedApiKey; baseUrl: string; onCopied: () => void; onClose: () => void };

export function CreatedKey({ apiKey, baseUrl, onCopied, onClose }: CreatedKeyProps) {
  useEffect(() => {
    const onLeave = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", onLeave);
    return () => window.removeEventListener("beforeunload", onLeave);
  }, []);
  return (
    <>
      <DialogBody>
        <Notice title="Save this key securely - it won't be shown again!">
          Treat it like a password: anyone who has it can use its scopes in your group.
        </Notice>
        <div className="grid gap-1.5">
          <p className="font-medium text-ink text-sm">{apiKey.name}</p>
          <code className="select-all break-all rounded-md border border-line bg-canvas px-3 py-2.5 font-mono text-ink text-sm">
            {apiKey.apiKey}
          </code>
        </div>
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
