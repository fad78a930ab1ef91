import { QrCodesHeader } from "@/app/(dashboard)/qr-codes/header";
import { QrCodesSkeleton } from "@/components/bulk-jobs/qr-codes-skeleton";

export default function QrCodesLoading() {
  return (
    <>
      <QrCodesHeader />
      <QrCodesSkeleton />
    </>
  );
}
