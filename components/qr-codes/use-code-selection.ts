"use client";

import { useMemo, useState } from "react";
import { useSelection } from "@/components/ui/use-selection";
import type { QrCode } from "@/lib/qr/types";

const OPTIONS = {
  refusal: () => null,
  refusalOfAll: "There are no QR codes to select.",
  label: ({ shortCode }: QrCode) => `Select ${shortCode}`,
};

/**
 * The codes selected in the gallery: single ones, or all that match the filters, loaded or not.
 *
 * @param search the filters and the order, as parameters of GET /api/urls
 */
export function useCodeSelection(codes: readonly QrCode[], search: string) {
  const { selection, selected, replace } = useSelection(codes, OPTIONS);
  // Another search ends it.
  const [wholeSearch, setWholeSearch] = useState<string | null>(null);
  const isWhole = wholeSearch === search;
  const shown = useMemo(() => {
    if (!isWhole) return selection;
    const ids = new Set(codes.map(({ id }) => id));
    const onSelect = (id: string) => {
      setWholeSearch(null);
      replace([...ids].filter((other) => other !== id));
    };
    return { ...selection, ids, all: true as const, row: { ...selection.row, onSelect } };
  }, [isWhole, selection, codes, replace]);
  return {
    selection: shown,
    selected: isWhole ? codes : selected,
    /** All that match are selected. */
    isWhole,
    selectWhole: () => setWholeSearch(search),
    clear: () => {
      setWholeSearch(null);
      replace([]);
    },
  };
}
