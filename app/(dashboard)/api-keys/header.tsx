import { PageHeader } from "@/components/shell/page-header";

export function ApiKeysHeader() {
  return <PageHeader title="API Keys" subtitle="Let programs create short URLs for a group" />;
}
