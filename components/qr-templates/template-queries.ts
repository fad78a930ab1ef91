import { call } from "@/components/data/api";
import { callQuery } from "@/components/data/call-query";
import { type ChangeOptions, useChange } from "@/components/data/use-change";
import type { FocusTarget } from "@/components/ui/focus/use-return-focus";
import { paths } from "@/lib/paths";
import type { UpdateTemplateInput } from "@/lib/qr/designs/template-schema";
import type { QrTemplate } from "@/lib/qr/types";

/** The templates that the user may use. */
export const templatesQuery = callQuery<QrTemplate[]>(paths.api.qrTemplates);

/** Queries affected by a change to a template, which also changes codes. */
export const AFTER_TEMPLATE_CHANGE = [paths.api.qrTemplates, paths.api.urls, paths.api.qrCodes];

export function useUpdateTemplate(id: string, options: ChangeOptions<UpdateTemplateInput, QrTemplate>) {
  return useChange((input) => call<QrTemplate>("PUT", paths.api.qrTemplate(id), input), AFTER_TEMPLATE_CHANGE, options);
}

/** The template being edited, or the values of a new one. */
export type EditedTemplate = Pick<QrTemplate, "name" | "groupId" | "design" | "isDefault" | "isLocked"> & {
  /** Absent for a new template. */
  id?: string;
};

/** Opens the designer. */
export type OnEditTemplate = (template: EditedTemplate, returnFocusTo?: FocusTarget) => void;
