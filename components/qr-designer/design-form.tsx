import { type ComponentProps, type ReactNode, type SubmitEvent, useEffect, useRef, useState } from "react";
import { ColourFields, type DesignFieldsProps } from "@/components/qr-designer/colour-fields";
import { type DesignDraft, isSameDesign, rebase, toDraft } from "@/components/qr-designer/design-draft";
import { DesignPreview, DesignVerdict } from "@/components/qr-designer/design-preview";
import { FrameFields } from "@/components/qr-designer/frame-fields";
import { LogoField } from "@/components/qr-designer/logo-field";
import { PresetField } from "@/components/qr-designer/preset-field";
import { PrintFields } from "@/components/qr-designer/print-fields";
import { ShapeFields } from "@/components/qr-designer/shape-fields";
import { useDesignCheck } from "@/components/qr-designer/use-design-check";
import { Button } from "@/components/ui/button/button";
import { CloseButton, DialogFooter } from "@/components/ui/dialog/dialog";
import { useReportTyped } from "@/components/ui/dialog/use-discard-question";
import { FormFields } from "@/components/ui/form/form-fields";
import type { QrDesign } from "@/lib/qr/design";

/** A draft, and the saved design that it was made from. */
export type EditedDesign = { draft: DesignDraft; base: QrDesign };

type DesignFormProps = {
  /** The saved design. When someone else changes it, what is edited here stays. */
  design: QrDesign;
  /** What it, or the one before, was edited into before; the design itself by default. */
  edited?: EditedDesign | undefined;
  onEdited?: (edited: EditedDesign) => void;
  /** The link that the preview shows; by default any code. */
  urlId?: string;
  /** The group whose members may use an uploaded logo; null for everybody. */
  groupId: string | null;
  /** Renders what is above the design: its purpose. Gets whether an upload or a save is going on. */
  head: (isBusy: boolean) => ReactNode;
  /** Whether something in the head has changed. */
  isHeadChanged: boolean;
  /** Whether nothing can be saved. */
  isReadOnly?: boolean;
  /**
   * Whether the design belongs to something else, such as a template: it is shown and can be chosen, but not edited.
   */
  areFieldsFixed?: boolean;
  submitLabel: string;
  pending: boolean;
  /** Called before waiting for the verdict. Shows problems in the head and returns whether there are none. */
  isHeadValid?: () => boolean;
  onSubmit: (design: QrDesign) => void;
};

/** The fields of a design beside its preview. A design that doesn't scan is not saved. */
export function DesignForm(props: DesignFormProps) {
  const { design, urlId, groupId, head, isHeadChanged, isReadOnly = false, pending } = props;
  const areFieldsFixed = isReadOnly || (props.areFieldsFixed ?? false);
  const [draft, setDraft] = useState(() => props.edited?.draft ?? toDraft(design));
  const [base, setBase] = useState(props.edited?.base ?? design);
  if (!isSameDesign(base, design)) {
    setBase(design);
    setDraft(rebase(draft, toDraft(base), toDraft(design)));
  }
  const check = useDesignCheck(draft, urlId);
  const [isUploading, setUploading] = useState(false);
  const isEdited = isUploading || !isSameDesign(draft, design);
  useReportTyped(isHeadChanged || isEdited);
  const { onEdited } = props;
  useEffect(() => onEdited?.({ draft, base }), [onEdited, draft, base]);
  const [isAwaited, setAwaited] = useState(false);
  const verdict = useRef<HTMLDivElement>(null);

  const { state } = check.verdict;
  useEffect(() => {
    if (!isAwaited || isUploading || state === "checking") return;
    setAwaited(false);
    if (state === "scans" && check.design) props.onSubmit(check.design);
    else verdict.current?.focus();
  }, [isAwaited, isUploading, state, check.design, props.onSubmit]);

  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    if (isReadOnly || props.isHeadValid?.() === false) return;
    // The design was proven when it was saved.
    if (areFieldsFixed) return props.onSubmit(design);
    // The verdict may still be on its way.
    setAwaited(true);
  };
  return (
    <form noValidate onSubmit={onSubmit} className="flex min-h-0 flex-1 flex-col">
      <div className="min-h-0 flex-1 scroll-py-2 overflow-y-auto md:grid md:grid-cols-[20rem_minmax(0,1fr)] md:overflow-hidden">
        <div className="sticky top-0 z-10 grid content-start gap-3 border-line border-b bg-raised px-5 py-4 md:static md:gap-5 md:overflow-y-auto md:border-r md:border-b-0 md:py-5">
          <DesignPreview image={check.preview} problem={check.previewProblem} draft={draft} />
          <div ref={verdict} tabIndex={-1} className="rounded-md">
            <DesignVerdict
              verdict={check.verdict}
              onLogoPercent={(percent) => {
                if (draft.logo) setDraft({ ...draft, logo: { ...draft.logo, percent } });
                // The button is about to be removed.
                verdict.current?.focus();
              }}
              onRetry={() => {
                check.retry();
                verdict.current?.focus();
              }}
            />
          </div>
        </div>
        <div className="grid scroll-py-2 content-start gap-5 p-5 md:overflow-y-auto">
          {head(isUploading || isAwaited || pending)}
          <FormFields pending={pending || areFieldsFixed} className="gap-5">
            <DesignFields
              draft={draft}
              problems={check.problems}
              onChange={setDraft}
              groupId={groupId}
              onUploading={setUploading}
              onUploadFailed={() => setAwaited(false)}
            />
          </FormFields>
        </div>
      </div>
      <DialogFooter>
        <CloseButton>{isReadOnly ? "Close" : "Cancel"}</CloseButton>
        {!isReadOnly && (
          <Button type="submit" loading={pending || isAwaited}>
            {props.submitLabel}
          </Button>
        )}
      </DialogFooter>
    </form>
  );
}

type FieldsProps = DesignFieldsProps & Omit<ComponentProps<typeof LogoField>, keyof DesignFieldsProps>;

function DesignFields({ draft, problems, onChange, ...logo }: FieldsProps) {
  return (
    <>
      <PresetField draft={draft} onChange={onChange} />
      <ColourFields draft={draft} problems={problems} onChange={onChange} />
      <ShapeFields draft={draft} onChange={onChange} />
      <LogoField draft={draft} onChange={onChange} {...logo} />
      <FrameFields draft={draft} problems={problems} onChange={onChange} />
      <PrintFields draft={draft} onChange={onChange} />
    </>
  );
}
