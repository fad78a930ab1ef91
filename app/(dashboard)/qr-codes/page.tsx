import type { Metadata } from "next";
import { QrCodesHeader } from "@/app/(dashboard)/qr-codes/header";
import { currentUser } from "@/app/current-user";
import { FailedJobs } from "@/components/bulk-jobs/failed-jobs";
import { QrCodesRefused } from "@/components/bulk-jobs/qr-codes-refused";
import { RegenerateQrCodes } from "@/components/bulk-jobs/regenerate-qr-codes";
import { InitialData } from "@/components/data/initial-data";
import { SignedOut } from "@/components/shell/signed-out";
import { toActor } from "@/lib/auth/session";
import { canRunBulkJobs } from "@/lib/bulk-jobs/policy";
import { listBulkJobs } from "@/lib/bulk-jobs/queries";
import { listFailedJobs } from "@/lib/failed-jobs/queries";
import type { CurrentUser } from "@/lib/users/types";

export const metadata: Metadata = { title: "QR Codes" };

export default async function QrCodesPage() {
  const user = await currentUser();
  if (!user) return <SignedOut />;
  return (
    <>
      <QrCodesHeader />
      {canRunBulkJobs(user) ? <QrCodesWithData user={user} /> : <QrCodesRefused />}
    </>
  );
}

async function QrCodesWithData({ user }: { user: CurrentUser }) {
  const actor = toActor(user);
  const [bulkJobs, failedJobs] = await Promise.all([listBulkJobs(actor), listFailedJobs(actor)]);
  return (
    <InitialData currentUser={user} bulkJobs={bulkJobs} failedJobs={failedJobs}>
      <RegenerateQrCodes />
      <FailedJobs />
    </InitialData>
  );
}
