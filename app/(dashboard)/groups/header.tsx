import { PageHeader } from "@/components/shell/page-header";

export function GroupsHeader() {
  return <PageHeader title="Groups" subtitle="See who shares short URLs, and in which group" />;
}
