"use client";

import { useMemo } from "react";
import { useSelection } from "@/components/ui/use-selection";
import type { UrlPermissions } from "@/components/urls/use-url-permissions";
import type { ListedUrl, ShortUrl } from "@/lib/urls/types";

/** The links selected in the table: those that the user may change. */
export function useUrlSelection(urls: readonly ListedUrl[], permissions: UrlPermissions) {
  const options = useMemo(
    () => ({
      refusal: (url: ShortUrl) =>
        canChange(permissions, url) ? null : "Only its owner and admins can change this link.",
      refusalOfAll: "You can't change any of the links shown.",
      label: ({ shortCode }: ShortUrl) => `Select ${shortCode}`,
    }),
    [permissions],
  );
  const { replace, ...selection } = useSelection(urls, options);
  /** Selects those of these links that the user may change. */
  const select = (chosen: readonly ShortUrl[]) =>
    replace(chosen.filter((url) => canChange(permissions, url)).map(({ id }) => id));
  return { ...selection, replace, select };
}

function canChange({ canEdit, canDelete }: UrlPermissions, url: ShortUrl): boolean {
  return canEdit(url) || canDelete(url);
}
