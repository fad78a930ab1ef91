import { Image, type LucideIcon, QrCode } from "lucide-react";
import { useAppConfig } from "@/components/data/app-config";
import { useActor } from "@/components/data/use-actor";
import { useFaviconRefresh, useOthersRefresh } from "@/components/favicon-refresh/use-favicon-refresh";
import { useRegenerateQr } from "@/components/qr-codes/use-regenerate-qr";
import { canRefreshFavicons } from "@/lib/favicons/policy";

export type MaintenanceAction = { label: string; icon: LucideIcon; isBusy: boolean; onStart: () => void };

/** 'Refresh Favicons' and 'Regenerate QRs' (spec section 2, URL table), for overall_admins. */
export function useMaintenance(): MaintenanceAction[] {
  const { favicons } = useAppConfig();
  const { start, isRunning } = useFaviconRefresh();
  const qrCodes = useRegenerateQr();
  const isAllowed = canRefreshFavicons(useActor());
  useOthersRefresh({ enabled: isAllowed && favicons });
  if (!isAllowed) return [];
  const refresh: MaintenanceAction = {
    label: "Refresh Favicons",
    icon: Image,
    isBusy: start.isPending || isRunning,
    onStart: () => start.mutate(),
  };
  const regenerate: MaintenanceAction = {
    label: "Regenerate QRs",
    icon: QrCode,
    isBusy: qrCodes.isPending,
    onStart: () => qrCodes.mutate(),
  };
  return favicons ? [refresh, regenerate] : [regenerate];
}
