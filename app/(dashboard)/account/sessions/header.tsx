import { PageHeader } from "@/components/shell/page-header";

export function SessionsHeader() {
  return <PageHeader title="Your Sessions" subtitle="Where you are signed in. Sessions end 30 days after sign-in." />;
}
