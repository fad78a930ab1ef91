"use client";

import { useQuery } from "@tanstack/react-query";
import { KeyRound } from "lucide-react";
import { apiKeyAddress, groupOrFirst } from "@/components/api-keys/api-key-address";
import { useAppConfig } from "@/components/data/app-config";
import { useAddressState } from "@/components/data/use-address-state";
import { groupsQuery } from "@/components/groups/group-queries";
import { Button } from "@/components/ui/button";
import { DialogButton } from "@/components/ui/dialog-button";
import { onDemand } from "@/components/ui/on-demand";

const CreateApiKeyDialog = onDemand(() =>
  import("@/components/api-keys/create-api-key-dialog").then((file) => file.CreateApiKeyDialog),
);

/** For the group that is chosen above the table. */
export function CreateApiKeyButton() {
  const { baseUrl } = useAppConfig();
  const groups = useQuery(groupsQuery).data;
  const [picked] = useAddressState(apiKeyAddress);
  const group = groupOrFirst(groups, picked);
  if (!group) return null;
  return (
    <DialogButton
      key={group.id}
      intent={CreateApiKeyDialog.intent}
      dialog={(props) => <CreateApiKeyDialog group={group} baseUrl={baseUrl} {...props} />}
    >
      <Label />
    </DialogButton>
  );
}

/** Queries nothing: a query without data would not get that of the page. */
export function CreateApiKeyButtonSkeleton() {
  return (
    <Button disabled>
      <Label />
    </Button>
  );
}

function Label() {
  return (
    <>
      <KeyRound aria-hidden className="size-4" strokeWidth={1.75} />
      Create API Key
    </>
  );
}
