"use client";

import { Image, type LucideIcon, QrCode } from "lucide-react";
import { useAppConfig } from "@/components/data/app-config";
import { useActor } from "@/components/data/use-actor";
import { useFaviconRefresh, useOthersRefresh } from "@/components/favicon-refresh/use-favicon-refresh";
import { useRegenerateQr } from "@/components/qr-codes/use-regenerate-qr";
import { Button } from "@/components/ui/button";
import { canRefreshFavicons } from "@/lib/favicons/policy";

/** 'Refresh Favicons' and 'Regenerate QRs' (spec section 2, URL table), for overall_admins. */
export function AdminMaintenanceButtons({ className }: { className?: string }) {
  const actor = useActor();
  const config = useAppConfig();
  const { start, isRunning } = useFaviconRefresh();
  const qrCodes = useRegenerateQr();
  const isAllowed = actor !== undefined && canRefreshFavicons(actor);
  useOthersRefresh({ enabled: isAllowed && config.favicons });
  if (!isAllowed) return null;
  return (
    <div className={className}>
      {config.favicons && (
        <StartButton
          isBusy={start.isPending || isRunning}
          onStart={() => start.mutate()}
          icon={Image}
          label="Refresh Favicons"
        />
      )}
      <StartButton isBusy={qrCodes.isPending} onStart={() => qrCodes.mutate()} icon={QrCode} label="Regenerate QRs" />
    </div>
  );
}

type StartButtonProps = { isBusy: boolean; onStart: () => void; icon: LucideIcon; label: string };

/** The spinner replaces the icon, so that the button keeps its width. */
function StartButton({ isBusy, onStart, icon: Icon, label }: StartButtonProps) {
  return (
    <Button variant="secondary" loading={isBusy} onClick={onStart}>
      {!isBusy && <Icon aria-hidden className="size-4" strokeWidth={1.75} />}
      {label}
    </Button>
  );
}
