import { PageHeader } from "@/components/shell/page-header";

export function AnalyticsHeader() {
  return <PageHeader title="Analytics" subtitle="See how often short URLs are followed, from where, and with what" />;
}
