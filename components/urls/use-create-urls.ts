"use client";

import { call } from "@/components/data/api";
import { useChange } from "@/components/data/use-change";
import { createMany } from "@/components/urls/many-urls";
import { AFTER_CREATE_OR_DELETE } from "@/components/urls/url-mutations";
import { paths } from "@/lib/paths";
import { type CreateUrlInput, canonicalUrl } from "@/lib/urls/schema";
import type { ShortUrl } from "@/lib/urls/types";

type ManyInput = Pick<CreateUrlInput, "groupId" | "generateQR"> & { lines: string[] };

/** Creates a link per line. Apart from the other changes, as it needs the form's validation. */
export function useCreateUrls() {
  return useChange(
    ({ lines, ...shared }: ManyInput) =>
      createMany(lines, (line) => {
        const input: CreateUrlInput = { ...shared, originalUrl: canonicalUrl(line) };
        return call<ShortUrl>("POST", paths.api.urls, input);
      }),
    AFTER_CREATE_OR_DELETE,
  );
}
