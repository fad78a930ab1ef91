import { PageHeader } from "@/components/shell/page-header";

export function SessionsHeader() {
  return <PageHeader title="Your Sessions" subtitle="Where you are signed in. A session ends after 30 days." />;
}
