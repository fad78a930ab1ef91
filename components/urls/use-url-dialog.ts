"use client";

import { useCallback, useState } from "react";
import { useAddressState } from "@/components/data/use-address-state";
import { analysedAddress } from "@/components/urls/analysed-link";
import type { OpenUrlDialog, UrlDialogState } from "@/components/urls/url-dialogs";

/** Which dialog of a row is open. The one with a link's analytics is kept in the address. */
export function useUrlDialog() {
  const [dialog, setDialog] = useState<UrlDialogState | null>(null);
  const [analysed, setAnalysed] = useAddressState(analysedAddress);
  const onOpen = useCallback<OpenUrlDialog>(
    (kind, url, returnFocusTo) => {
      if (kind === "analytics") setAnalysed({ id: url.id, tab: "analytics", showsBots: false });
      else setDialog({ kind, url, open: true, returnFocusTo });
    },
    [setAnalysed],
  );
  const onClose = () => setDialog((before) => before && { ...before, open: false });
  return { dialog, onOpen, onClose, analysed, setAnalysed };
}
