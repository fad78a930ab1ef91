import { ApiKeysHeader } from "@/app/(dashboard)/api-keys/header";
import { ApiKeyCardSkeleton } from "@/components/api-keys/api-key-skeleton";

export default function ApiKeysLoading() {
  return (
    <>
      <ApiKeysHeader />
      <ApiKeyCardSkeleton />
    </>
  );
}
