import { loading, type Screen } from "@/app/(dashboard)/declare-page";
import { ApiGuideSkeleton } from "@/components/api-keys/api-guide";
import { ApiKeyTableSkeleton } from "@/components/api-keys/api-key-table";
import { CreateApiKeyButton, CreateApiKeyButtonSkeleton } from "@/components/api-keys/create-api-key-button";
import { canManageApiKeys } from "@/lib/api-keys/policy";

export const apiKeysScreen: Screen = {
  title: "API Keys",
  subtitle: "Create links from your own tools",
  action: {
    can: canManageApiKeys,
    button: (user) => (user ? <CreateApiKeyButton /> : <CreateApiKeyButtonSkeleton />),
  },
  skeleton: (
    <>
      <ApiKeyTableSkeleton />
      <ApiGuideSkeleton />
    </>
  ),
};

export default loading(apiKeysScreen);
