"use client";

import { useEffect, useRef } from "react";
import { call } from "@/components/data/api";
import { useChange } from "@/components/data/use-change";
import { createMany } from "@/components/urls/many-urls";
import { AFTER_CREATE_OR_DELETE } from "@/components/urls/url-mutations";
import { paths } from "@/lib/paths";
import { type CreateUrlInput, canonicalUrl } from "@/lib/urls/schema";
import type { ShortUrl } from "@/lib/urls/types";

type ManyInput = Pick<CreateUrlInput, "groupId" | "generateQR"> & { lines: string[] };

/**
 * Creates a link per line, until the form is closed. Apart from the other changes, as it needs the form's validation.
 */
export function useCreateUrls() {
  const isClosed = useRef(false);
  useEffect(() => {
    isClosed.current = false;
    return () => {
      isClosed.current = true;
    };
  }, []);
  return useChange(({ lines, ...shared }: ManyInput) => {
    const create = (line: string) => {
      const input: CreateUrlInput = { ...shared, originalUrl: canonicalUrl(line) };
      return call<ShortUrl>("POST", paths.api.urls, input);
    };
    return createMany(lines, create, () => isClosed.current);
  }, AFTER_CREATE_OR_DELETE);
}
