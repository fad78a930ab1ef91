import { call } from "@/components/data/api";
import { callQuery } from "@/components/data/call-query";
import { useChange } from "@/components/data/use-change";
import type { FocusTarget } from "@/components/ui/use-return-focus";
import { paths } from "@/lib/paths";
import type { UpdateTemplateInput } from "@/lib/qr/template-schema";
import type { QrTemplate } from "@/lib/qr/types";

/** The templates that one may use. */
export const templatesQuery = callQuery<QrTemplate[]>(paths.api.qrTemplates);

/** Changing a template changes its codes. */
export const AFTER_TEMPLATE_CHANGE = [paths.api.qrTemplates, paths.api.urls, paths.api.qrCodes];

export function useUpdateTemplate(id: string) {
  return useChange(
    (input: UpdateTemplateInput) => call<QrTemplate>("PUT", paths.api.qrTemplate(id), input),
    AFTER_TEMPLATE_CHANGE,
  );
}

/** What is edited: a template, or a new one like it. */
export type EditedTemplate = Pick<QrTemplate, "name" | "groupId" | "design" | "isDefault" | "isLocked"> & {
  /** Absent: a new one. */
  id?: string;
};

/** Opens the designer. */
export type OnEditTemplate = (template: EditedTemplate, returnFocusTo?: FocusTarget) => void;
