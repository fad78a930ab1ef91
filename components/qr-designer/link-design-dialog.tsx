import { useQuery } from "@tanstack/react-query";
import { Lock } from "lucide-react";
import { useRef, useState } from "react";
import { flushSync } from "react-dom";
import { ApiError, call } from "@/components/data/api";
import { toastOutcome } from "@/components/data/toast-error";
import { useChange } from "@/components/data/use-change";
import { isSameDesign } from "@/components/qr-designer/design-draft";
import { DesignForm, type EditedDesign } from "@/components/qr-designer/design-form";
import { DesignerDialog } from "@/components/qr-designer/designer-dialog";
import { linkDesignQuery } from "@/components/qr-designer/link-design-query";
import { templatesQuery } from "@/components/qr-templates/template-queries";
import { DialogBody } from "@/components/ui/dialog/dialog";
import type { DialogState } from "@/components/ui/focus/use-return-focus";
import { SelectField } from "@/components/ui/form/select-field";
import { Skeleton } from "@/components/ui/skeleton";
import { ListFailed, toListFailure } from "@/components/ui/table/list-states";
import { withoutScheme } from "@/components/urls/short-link-text";
import { paths } from "@/lib/paths";
import { DEFAULT_DESIGN, type QrDesign } from "@/lib/qr/design";
import type { QrTemplate, UrlDesign } from "@/lib/qr/types";
import type { ShortUrl } from "@/lib/urls/types";

type LinkDesignDialogProps = DialogState & { url: ShortUrl };

/** The designer for a link's code. */
export function LinkDesignDialog({ url, ...state }: LinkDesignDialogProps) {
  return (
    <DesignerDialog
      {...state}
      title="QR Code Design"
      description={
        <span translate="no" className="break-all font-mono text-sm">
          {withoutScheme(url.shortUrl)}
        </span>
      }
    >
      <LoadedDesign url={url} onDone={() => state.onOpenChange(false)} />
    </DesignerDialog>
  );
}

type LoadedDesignProps = { url: ShortUrl; onDone: () => void };

/** The form once its data is loaded. It stays, with what is edited, if refetching fails. */
export function LoadedDesign({ url, onDone }: LoadedDesignProps) {
  const current = useQuery(linkDesignQuery(url.id));
  const templates = useQuery(templatesQuery);
  // Opened again just after a change: the form would start from the design before it.
  const [outdatedAt] = useState(current.isFetching ? current.dataUpdatedAt : null);
  const isOutdated = current.dataUpdatedAt === outdatedAt;
  if (!current.data || isOutdated || !templates.data) {
    const failure =
      toListFailure("The design could not be loaded", current) ??
      toListFailure("The templates could not be loaded", templates);
    if (failure) return <ListFailed {...failure} />;
    return (
      <DialogBody aria-busy className="md:grid-cols-[18rem_minmax(0,1fr)]">
        <Skeleton className="aspect-square h-auto w-full max-w-72" />
        <Skeleton className="h-64" />
      </DialogBody>
    );
  }
  // Templates of the link's group, or of all groups.
  const usable = templates.data.filter(({ groupId }) => groupId === null || groupId === url.groupId);
  return <LinkDesignForm url={url} current={current.data} templates={usable} onDone={onDone} />;
}

/** Values of the choice other than templates. */
const DEFAULT = "default";
const OWN = "own";

/** A template or the link's own design; neither for the default. */
type LinkDesignInput = { templateId?: string; design?: QrDesign; ifChosen: UrlDesign["chosen"] };

type LinkDesignFormProps = LoadedDesignProps & { current: UrlDesign; templates: readonly QrTemplate[] };

function LinkDesignForm({ url, current: { chosen, inForce }, templates, onDone }: LinkDesignFormProps) {
  const initial = !chosen ? DEFAULT : "design" in chosen ? OWN : chosen.templateId;
  const [choice, setChoice] = useState(initial);
  // Kept while another choice is shown.
  const [own, setOwn] = useState<EditedDesign>();
  const save = useSaveDesign(url.id, chosen, onDone);
  const template = templates.find(({ id }) => id === choice);
  // The link's own design starts from the one in force.
  const design = template?.design ?? (choice === DEFAULT && !inForce.isLocked ? defaultOf(templates) : inForce.design);
  const onSubmit = (edited: QrDesign) => {
    // Someone else may have chosen another design meanwhile.
    if (choice === initial && (choice !== OWN || isSameDesign(edited, design))) return onDone();
    // An own design has been rebased on the current one; the others replace what was there when the dialog opened.
    if (choice === OWN) save.mutate({ design: edited, ifChosen: chosen });
    else save.mutate({ ...(template && { templateId: template.id }), ifChosen: save.seen });
  };
  const head = useRef<HTMLDivElement>(null);
  const onChoice = (next: string) => {
    // The select is mounted anew, with the form.
    flushSync(() => setChoice(next));
    head.current?.querySelector<HTMLElement>("[role='combobox']")?.focus();
  };
  return (
    <DesignForm
      key={choice}
      design={design}
      {...(choice === OWN && { edited: own, onEdited: setOwn })}
      urlId={url.id}
      groupId={url.groupId}
      head={(isBusy) =>
        inForce.isLocked ? (
          <LockedNote name={inForce.template?.name} />
        ) : (
          // Another choice would drop the logo that is uploading, or what is about to be saved.
          <div ref={head}>
            <ChoiceField choice={choice} templates={templates} onChoice={onChoice} disabled={isBusy} />
          </div>
        )
      }
      isHeadChanged={choice !== initial || (own !== undefined && !isSameDesign(own.draft, inForce.design))}
      isReadOnly={inForce.isLocked}
      areFieldsFixed={choice !== OWN}
      submitLabel="Save design"
      pending={save.isPending}
      onSubmit={onSubmit}
    />
  );
}

/**
 * Saves a choice. `seen` is the one that it replaces: that of when the dialog was opened, or the current one once the
 * user has been told that there is another.
 */
function useSaveDesign(urlId: string, chosen: UrlDesign["chosen"], onDone: () => void) {
  const [opened] = useState(chosen);
  const [isTold, setTold] = useState(false);
  const { onSuccess, onError } = toastOutcome("Design saved", "Failed to save the design");
  const save = useChange(
    (input: LinkDesignInput) =>
      call(input.templateId || input.design ? "PUT" : "DELETE", paths.api.urlQrDesign(urlId), input),
    [paths.api.urls, paths.api.qrCodes, paths.api.qrTemplates],
    {
      onSuccess,
      onError: (error) => {
        if (error instanceof ApiError && error.status === 409) setTold(true);
        onError(error);
      },
      onDone,
    },
  );
  return { ...save, seen: isTold ? chosen : opened };
}

/** The design of a link for which none is chosen: the default of its group, or of all groups. */
function defaultOf(templates: readonly QrTemplate[]): QrDesign {
  const defaults = templates.filter(({ isDefault }) => isDefault);
  const ofGroup = defaults.find(({ groupId }) => groupId !== null);
  return (ofGroup ?? defaults[0])?.design ?? DEFAULT_DESIGN;
}

function LockedNote({ name }: { name: string | undefined }) {
  return (
    <p className="flex items-start gap-2 rounded-md border border-line bg-canvas p-3 text-ink text-sm">
      <Lock aria-hidden className="mt-0.5 size-4 shrink-0 text-muted" strokeWidth={1.75} />
      This link's codes use the template {name}, which is locked as the brand design.
    </p>
  );
}

type ChoiceFieldProps = {
  choice: string;
  templates: readonly QrTemplate[];
  onChoice: (choice: string) => void;
  disabled: boolean;
};

function ChoiceField({ choice, templates, onChoice, disabled }: ChoiceFieldProps) {
  const options = [
    { value: DEFAULT, label: "Default" },
    { value: OWN, label: "Custom design" },
    ...templates.map(({ id, name }) => ({ value: id, label: `Use template ${name}` })),
  ];
  return <SelectField label="Design" value={choice} onValueChange={onChoice} options={options} disabled={disabled} />;
}
