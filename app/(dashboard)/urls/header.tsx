import { PageHeader } from "@/components/shell/page-header";

export function UrlsHeader() {
  return <PageHeader title="URL Management" subtitle="Create, edit, and manage all your shortened URLs" />;
}
