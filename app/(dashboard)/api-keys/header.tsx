import { PageHeader } from "@/components/shell/page-header";

export function ApiKeysHeader() {
  return <PageHeader title="API Keys" subtitle="Create links from your own tools" />;
}
