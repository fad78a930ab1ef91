import { PageHeader } from "@/components/shell/page-header";

export function UsersHeader() {
  return <PageHeader title="User Management" subtitle="Manage who can sign in, their roles, and their URL limits" />;
}
