import type { FocusTarget } from "@/components/ui/use-return-focus";
import type { QrTemplate } from "@/lib/qr/types";

/** What is edited: a template, or a new one like it. */
export type EditedTemplate = Pick<QrTemplate, "name" | "groupId" | "design" | "isDefault" | "isLocked"> & {
  /** Absent: a new one. */
  id?: string;
};

/** Opens the designer. */
export type OnEditTemplate = (template: EditedTemplate, returnFocusTo?: FocusTarget) => void;
