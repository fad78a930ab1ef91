import { ApiKeysHeader } from "@/app/(dashboard)/api-keys/header";
import { ApiKeySkeleton } from "@/components/api-keys/api-key-skeleton";
import { Card } from "@/components/ui/card";

export default function ApiKeysLoading() {
  return (
    <>
      <ApiKeysHeader />
      <Card aria-label="API Keys" aria-busy>
        <ApiKeySkeleton />
      </Card>
    </>
  );
}
