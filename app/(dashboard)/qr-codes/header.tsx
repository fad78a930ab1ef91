import { PageHeader } from "@/components/shell/page-header";

export function QrCodesHeader() {
  return <PageHeader title="QR Codes" subtitle="Draw the QR codes of all short URLs anew" />;
}
