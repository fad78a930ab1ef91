"use client";

import { Plus } from "lucide-react";
import { useState } from "react";
import { Button, type ButtonProps } from "@/components/ui/button";
import { onDemand } from "@/components/ui/on-demand";
import type { Group } from "@/lib/groups/types";

const CreateApiKeyDialog = onDemand(() =>
  import("@/components/api-keys/create-api-key-dialog").then((file) => file.CreateApiKeyDialog),
);

type CreateApiKeyButtonProps = Pick<ButtonProps, "className"> & { group: Group };

/** A button that opens the create dialog. */
export function CreateApiKeyButton({ group, className }: CreateApiKeyButtonProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        className={className}
        variant="secondary"
        aria-haspopup="dialog"
        {...CreateApiKeyDialog.intent}
        onClick={() => setOpen(true)}
      >
        <Plus aria-hidden className="size-4" />
        Create API Key
      </Button>
      <CreateApiKeyDialog group={group} open={open} onOpenChange={setOpen} />
    </>
  );
}
