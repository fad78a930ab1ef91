import { QrCode } from "lucide-react";
import { useRef, useState } from "react";
import { useAppConfig } from "@/components/data/app-config";
import { useRegenerateQr } from "@/components/qr-codes/use-regenerate-qr";
import { Button } from "@/components/ui/button/button";
import { Card } from "@/components/ui/card";
import { LazyConfirmDialog } from "@/components/ui/dialog/lazy-confirm-dialog";
import { LocalDateTime } from "@/components/ui/text/local-date";

type RegenerateQrCodesProps = {
  /** ISO 8601; null if never. */
  regeneratedAt: string | null;
};

export function RegenerateQrCodes({ regeneratedAt }: RegenerateQrCodesProps) {
  const { baseUrl } = useAppConfig();
  const regenerate = useRegenerateQr();
  const [isAsking, setIsAsking] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const lastRun = regenerate.data?.regeneratedAt ?? regeneratedAt;
  return (
    <Card aria-label="Regenerate QR codes">
      <div className="grid gap-1 p-5">
        <h2 className="font-semibold text-ink text-lg tracking-[-0.01em]">Regenerate QR codes</h2>
        <p className="max-w-2xl text-pretty text-base text-muted">
          QR codes always use the current base URL. Regenerate them to make browsers reload them. Printed codes keep the
          old address.
        </p>
        <p className="mt-1 min-w-0 text-base text-muted">
          Base URL:{" "}
          <span translate="no" className="break-all font-mono text-ink text-sm">
            {baseUrl}
          </span>
        </p>
      </div>
      <div className="grid justify-items-start gap-3 border-line border-t p-5">
        <Button
          icon={QrCode}
          ref={button}
          className="w-full sm:w-auto"
          loading={regenerate.isPending}
          {...LazyConfirmDialog.intent}
          onClick={() => setIsAsking(true)}
        >
          Regenerate All QR Codes
        </Button>
        <p className="text-muted text-sm tabular-nums">
          {lastRun ? (
            <>
              Last regenerated <LocalDateTime iso={lastRun} />
            </>
          ) : (
            "QR codes have not been regenerated yet."
          )}
        </p>
      </div>
      <LazyConfirmDialog
        open={isAsking}
        onOpenChange={setIsAsking}
        title="Regenerate all QR codes?"
        description="All QR codes are regenerated with the current base URL. Links keep working."
        confirmLabel="Regenerate"
        confirmVariant="primary"
        pending={regenerate.isPending}
        onConfirm={() => {
          setIsAsking(false);
          regenerate.mutate();
        }}
        returnFocusTo={button}
      />
    </Card>
  );
}
