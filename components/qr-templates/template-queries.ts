"use client";

import { queryOptions } from "@tanstack/react-query";
import { call } from "@/components/data/api";
import { queryKeys } from "@/components/data/query-keys";
import { useChange } from "@/components/data/use-change";
import { paths } from "@/lib/paths";
import type { CreateTemplateInput, UpdateTemplateInput } from "@/lib/qr/template-schema";
import type { QrTemplate } from "@/lib/qr/types";

/** The templates that one may use. */
export const templatesQuery = queryOptions({
  queryKey: queryKeys.qrTemplates,
  queryFn: () => call<QrTemplate[]>("GET", paths.api.qrTemplates),
});

/** Changing a template changes its codes. */
const AFTER_CHANGE = [queryKeys.qrTemplates, queryKeys.urls, queryKeys.qrCodes];

export function useCreateTemplate() {
  return useChange(
    (input: CreateTemplateInput) => call<QrTemplate>("POST", paths.api.qrTemplates, input),
    AFTER_CHANGE,
  );
}

export function useUpdateTemplate(id: string) {
  return useChange(
    (input: UpdateTemplateInput) => call<QrTemplate>("PUT", paths.api.qrTemplate(id), input),
    AFTER_CHANGE,
  );
}

export function useDeleteTemplate(id: string) {
  return useChange(() => call("DELETE", paths.api.qrTemplate(id)), AFTER_CHANGE, { onFailureToo: true });
}
