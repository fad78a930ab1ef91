"use client";

import { QrCode } from "lucide-react";
import Link from "next/link";
import { Suspense } from "react";
import { useActor } from "@/components/data/use-actor";
import { useAddressState } from "@/components/data/use-address-state";
import { CodeGallery } from "@/components/qr-codes/code-gallery";
import { QR_TABS, qrCodesAddress } from "@/components/qr-codes/qr-codes-address";
import { buttonClass } from "@/components/ui/button/button-class";
import { lazyPart } from "@/components/ui/button/on-demand";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { PanelSkeleton } from "@/components/ui/panel";
import { TabPanel, TabsRoot } from "@/components/ui/tabs";
import { paths } from "@/lib/paths";
import { canRegenerateQr } from "@/lib/qr/policy";

/** Loaded on demand, since it includes the validation of designs. */
const TemplateList = lazyPart(() =>
  import("@/components/qr-templates/template-list").then((file) => file.TemplateList),
);

const RegenerateQrCodes = lazyPart(() =>
  import("@/components/qr-codes/regenerate-qr-codes").then((file) => file.RegenerateQrCodes),
);

type QrCodesViewProps = {
  /** When all codes were last regenerated, ISO 8601; null if never, or if the viewer may not know. */
  regeneratedAt: string | null;
};

export function QrCodesView({ regeneratedAt }: QrCodesViewProps) {
  const [{ tab }, setView] = useAddressState(qrCodesAddress);
  const canRegenerate = canRegenerateQr(useActor());
  return (
    <TabsRoot label="QR Codes" value={tab} onValue={(chosen) => setView({ tab: chosen })} options={QR_TABS}>
      <TabPanel value="codes" className="rounded-xl">
        <CodeGallery />
      </TabPanel>
      <TabPanel value="templates" className="rounded-xl">
        <Suspense fallback={<PanelSkeleton title="Templates" />}>
          <TemplateList />
        </Suspense>
      </TabPanel>
      <TabPanel value="maintenance" className="rounded-xl">
        {canRegenerate ? (
          <Suspense fallback={<PanelSkeleton title="Regenerate QR codes" />}>
            <RegenerateQrCodes regeneratedAt={regeneratedAt} />
          </Suspense>
        ) : (
          <QrCodesRefused />
        )}
      </TabPanel>
    </TabsRoot>
  );
}

/** Shown to users who can only open QR codes one by one. */
function QrCodesRefused() {
  return (
    <Card aria-label="QR Codes">
      <EmptyState
        icon={QrCode}
        title="Only Overall Admins can regenerate QR codes"
        description="You can find the QR code of each of your links under Manage URLs."
      >
        <Link className={buttonClass({ variant: "secondary" })} href={paths.urls}>
          Manage URLs
        </Link>
      </EmptyState>
    </Card>
  );
}
