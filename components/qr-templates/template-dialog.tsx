import { useRef, useState } from "react";
import { ApiError, call } from "@/components/data/api";
import { pickChanged } from "@/components/data/pick-changed";
import { toastOutcome } from "@/components/data/toast-error";
import { useChange } from "@/components/data/use-change";
import { isSameDesign } from "@/components/qr-designer/design-draft";
import { DesignForm } from "@/components/qr-designer/design-form";
import { DesignerDialog } from "@/components/qr-designer/designer-dialog";
import { TemplateHead, type TemplateHeadValues } from "@/components/qr-templates/template-head";
import {
  AFTER_TEMPLATE_CHANGE,
  type EditedTemplate,
  useUpdateTemplate,
} from "@/components/qr-templates/template-queries";
import type { DialogState } from "@/components/ui/focus/use-return-focus";
import { FormFields } from "@/components/ui/form/form-fields";
import { paths } from "@/lib/paths";
import type { QrDesign } from "@/lib/qr/design";
import { type CreateTemplateInput, TEMPLATE_NAME_INVALID } from "@/lib/qr/designs/template-schema";
import type { QrTemplate } from "@/lib/qr/types";

type TemplateDialogProps = DialogState & { template: EditedTemplate };

/** The designer for a template. */
export function TemplateDialog({ template, ...state }: TemplateDialogProps) {
  return (
    <DesignerDialog {...state} title={template.id ? "Edit Template" : "Create Template"}>
      <TemplateForm template={template} onDone={() => state.onOpenChange(false)} />
    </DesignerDialog>
  );
}

type TemplateFormProps = { template: EditedTemplate; onDone: () => void };

/** The form, which is mounted while the dialog is open. */
export function TemplateForm({ template, onDone }: TemplateFormProps) {
  const { id, name, groupId, isDefault, isLocked } = template;
  const initial: TemplateHeadValues = { name, groupId, isDefault, isLocked };
  const [head, setHead] = useState(initial);
  const [problem, setProblem] = useState<string>();
  const outcome = {
    ...toastOutcome(id ? "Template saved" : "Template created", "Failed to save the template"),
    onDone,
    showError: (error: Error) => {
      if (!(error instanceof ApiError) || error.field !== "name") return false;
      setProblem(error.serverMessage);
      return true;
    },
  };
  const create = useChange(
    (input: CreateTemplateInput) => call<QrTemplate>("POST", paths.api.qrTemplates, input),
    AFTER_TEMPLATE_CHANGE,
    outcome,
  );
  const update = useUpdateTemplate(id ?? "", outcome);
  const pending = create.isPending || update.isPending;
  const nameRef = useRef<HTMLInputElement>(null);
  const isHeadValid = () => {
    if (head.name.trim() !== "") return true;
    setProblem(TEMPLATE_NAME_INVALID);
    nameRef.current?.focus();
    return false;
  };
  const onSubmit = (design: QrDesign) => {
    const { groupId: chosenGroupId, ...values } = { ...head, name: head.name.trim(), design };
    const changed = {
      name: values.name !== name,
      // Only a default can be locked, and it may have been replaced meanwhile.
      isDefault: values.isDefault !== isDefault || (values.isLocked && !isLocked),
      isLocked: values.isLocked !== isLocked,
      design: !isSameDesign(design, template.design),
    };
    if (id) update.mutate({ ...pickChanged(values, changed), ...(changed.design && { ifDesign: template.design }) });
    else create.mutate({ ...values, groupId: chosenGroupId });
  };
  return (
    <DesignForm
      design={template.design}
      groupId={head.groupId}
      head={() => (
        <FormFields pending={pending}>
          <TemplateHead
            values={head}
            isNew={id === undefined}
            problem={problem}
            nameRef={nameRef}
            onChange={(changed) => {
              setProblem(undefined);
              setHead(changed);
            }}
          />
        </FormFields>
      )}
      isHeadChanged={JSON.stringify(head) !== JSON.stringify(initial)}
      submitLabel={id ? "Save template" : "Create template"}
      pending={pending}
      isHeadValid={isHeadValid}
      onSubmit={onSubmit}
    />
  );
}
