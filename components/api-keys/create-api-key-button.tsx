"use client";

import { useQuery } from "@tanstack/react-query";
import { KeyRound } from "lucide-react";
import { useSearchParams } from "next/navigation";
import { useEffect, useState } from "react";
import { apiKeyAddress, groupOrFirst, newKeyAddress } from "@/components/api-keys/api-key-address";
import { withState } from "@/components/data/address";
import { useAddressState } from "@/components/data/use-address-state";
import { groupsQuery } from "@/components/groups/group-queries";
import { Button } from "@/components/ui/button/button";
import { onDemand } from "@/components/ui/button/on-demand";

const CreateApiKeyDialog = onDemand(() =>
  import("@/components/api-keys/create-api-key-dialog").then((file) => file.CreateApiKeyDialog),
);

/** Creates a key for the group that is chosen above the table. */
export function CreateApiKeyButton() {
  const groups = useQuery(groupsQuery).data;
  const [picked] = useAddressState(apiKeyAddress);
  const [open, setOpen] = useOpenIfAsked();
  const chosen = groupOrFirst(groups, picked);
  // Going back may change the choice while the dialog is open.
  const [group, setGroup] = useState(chosen);
  if ((!open || !group) && group !== chosen) setGroup(chosen);
  if (!group) return null;
  return (
    <>
      <Button icon={KeyRound} aria-haspopup="dialog" {...CreateApiKeyDialog.intent} onClick={() => setOpen(true)}>
        Create API Key
      </Button>
      <CreateApiKeyDialog group={group} open={open} onOpenChange={setOpen} />
    </>
  );
}

/**
 * Opens once if the address asks for it, and removes that from the address, so that reloading and going back don't
 * repeat it.
 */
function useOpenIfAsked() {
  const [open, setOpen] = useState(false);
  const isAsked = newKeyAddress.read(useSearchParams());
  useEffect(() => {
    if (!isAsked) return;
    setOpen(true);
    const search = withState(window.location.search, newKeyAddress, false);
    window.history.replaceState(null, "", `${window.location.pathname}${search && `?${search}`}`);
  }, [isAsked]);
  return [open, setOpen] as const;
}

/** Makes no queries: a query without data would not receive the page's data. */
export function CreateApiKeyButtonSkeleton() {
  return (
    <Button icon={KeyRound} disabled>
      Create API Key
    </Button>
  );
}
