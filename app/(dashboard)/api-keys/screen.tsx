import type { Screen } from "@/app/(dashboard)/declare-page";
import { ApiKeyTableSkeleton } from "@/components/api-keys/api-key-table";

export const apiKeysScreen: Screen = {
  title: "API Keys",
  subtitle: "Create links from your own tools",
  skeleton: <ApiKeyTableSkeleton />,
};
