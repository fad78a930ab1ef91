import { zodResolver } from "@hookform/resolvers/zod";
import { useQuery } from "@tanstack/react-query";
import { Download, MapPin, Trash2 } from "lucide-react";
import { useForm } from "react-hook-form";
import { call } from "@/components/data/api";
import { callDelete } from "@/components/data/call-delete";
import { DownloadLink } from "@/components/data/download-link";
import { showOnField } from "@/components/data/show-on-field";
import { toastError } from "@/components/data/toast-error";
import { useChange } from "@/components/data/use-change";
import { placementsQuery } from "@/components/placements/placement-queries";
import { FORMAT_LABELS } from "@/components/qr-codes/format-labels";
import { Button } from "@/components/ui/button/button";
import { buttonClass } from "@/components/ui/button/button-class";
import { ConfirmButton } from "@/components/ui/dialog/confirm-button";
import { CloseButton, Dialog, DialogBody, DialogFooter } from "@/components/ui/dialog/dialog";
import { useReportTyped } from "@/components/ui/dialog/use-discard-question";
import { EmptyState } from "@/components/ui/empty-state";
import type { DialogState } from "@/components/ui/focus/use-return-focus";
import { FormFields } from "@/components/ui/form/form-fields";
import { TextField } from "@/components/ui/form/text-field";
import { ListSkeleton } from "@/components/ui/skeleton";
import { ListFailed, toListFailure } from "@/components/ui/table/list-states";
import { withoutScheme } from "@/components/urls/short-link-text";
import { useUrlPermissions } from "@/components/urls/use-url-permissions";
import { plural } from "@/lib/format";
import { paths } from "@/lib/paths";
import { QR_DESIGN_FORMATS, type QrDesignFormat } from "@/lib/qr/design";
import { type AddPlacementInput, addPlacementSchema, MAX_PLACEMENTS } from "@/lib/qr/placements/schema";
import type { Placement } from "@/lib/qr/types";
import type { ShortUrl } from "@/lib/urls/types";

type PlacementsDialogProps = DialogState & { url: ShortUrl };

/** The places where a link's QR code is displayed, each with its own code. */
export function PlacementsDialog({ url, ...state }: PlacementsDialogProps) {
  return (
    <Dialog
      {...state}
      title="Placements"
      description={
        <span translate="no" className="break-all font-mono text-sm">
          {withoutScheme(url.shortUrl)}
        </span>
      }
      className="sm:max-w-lg"
    >
      <DialogBody>
        <p className="text-base text-muted">
          Name each place where you put the code, and download a separate code for it. The link's statistics then show
          where people scan it.
        </p>
        <Placements url={url} />
      </DialogBody>
      <DialogFooter>
        <CloseButton>Close</CloseButton>
      </DialogFooter>
    </Dialog>
  );
}

function Placements({ url }: { url: ShortUrl }) {
  const canEdit = useUrlPermissions().canEdit(url) && url.status !== "deleted";
  const query = useQuery(placementsQuery(url.id));
  const placements = query.data;
  const failure = toListFailure("The placements could not be loaded", query);
  if (!placements) return failure ? <ListFailed {...failure} /> : <ListSkeleton widths={["w-40", "w-56"]} />;
  const isFull = placements.length >= MAX_PLACEMENTS;
  return (
    <>
      {canEdit && !isFull && <AddPlacement urlId={url.id} />}
      {isFull && <p className="text-muted text-sm">A link can have {MAX_PLACEMENTS} placements. Remove one first.</p>}
      {placements.length === 0 ? (
        <EmptyState icon={MapPin} title="No placements yet" description="For example menu, packaging or poster." />
      ) : (
        <ul aria-label="Placements" className="overflow-hidden rounded-lg border border-line">
          {placements.map((placement) => (
            <PlacementRow key={placement.name} url={url} placement={placement} canEdit={canEdit} />
          ))}
        </ul>
      )}
    </>
  );
}

type PlacementRowProps = { url: ShortUrl; placement: Placement; canEdit: boolean };

function PlacementRow({ url, placement: { name, scans }, canEdit }: PlacementRowProps) {
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 border-line border-t px-4 py-2.5 first:border-t-0">
      <div className="min-w-32 flex-1">
        <p translate="no" className="break-all font-medium font-mono text-ink text-sm">
          {name}
        </p>
        <p className="text-muted text-sm tabular-nums">{plural(scans, "scan")}</p>
      </div>
      <div className="flex flex-wrap items-center gap-1">
        {url.qrCodeUrl &&
          QR_DESIGN_FORMATS.map((format) => (
            <DownloadLink
              key={format}
              href={codePath(url.id, name, format)}
              aria-label={`Download ${FORMAT_LABELS[format]} for ${name}`}
              className={buttonClass({ variant: "ghost", size: "sm", className: "gap-1.5 px-2" })}
            >
              <Download aria-hidden className="size-4" strokeWidth={1.75} />
              {FORMAT_LABELS[format]}
            </DownloadLink>
          ))}
        {canEdit && <Remove urlId={url.id} name={name} />}
      </div>
    </li>
  );
}

function codePath(urlId: string, placement: string, format: QrDesignFormat): string {
  return `${paths.api.urlQr(urlId)}?${new URLSearchParams({ placement, format, download: "1" })}`;
}

function Remove({ urlId, name }: { urlId: string; name: string }) {
  return (
    <ConfirmButton
      label={`Remove ${name}`}
      icon={Trash2}
      title="Remove placement?"
      description={`Printed codes for ${name} keep working, but new scans are no longer counted for it. Existing scans are kept.`}
      confirmLabel="Remove"
      change={() => callDelete("Placement", paths.api.urlPlacement(urlId, name))}
      refetch={[placementsQuery(urlId).queryKey]}
      done="Placement removed"
      failed="Failed to remove the placement"
    />
  );
}

function AddPlacement({ urlId }: { urlId: string }) {
  const form = useForm({ resolver: zodResolver(addPlacementSchema), defaultValues: { name: "" } });
  useReportTyped(form.formState.isDirty);
  const add = useChange(
    (input: AddPlacementInput) => call<Placement>("POST", paths.api.urlPlacements(urlId), input),
    [placementsQuery(urlId).queryKey],
    {
      onDone: () => form.reset(),
      showError: (failure) => showOnField(failure, ["name"], form.setError),
      onError: (failure) => toastError(failure, "Failed to add the placement"),
    },
  );
  const onSubmit = form.handleSubmit((input) => add.mutate(input));
  return (
    <form noValidate onSubmit={onSubmit}>
      <FormFields pending={add.isPending} className="grid-cols-[minmax(0,1fr)_auto] items-start gap-2">
        <TextField
          label="Placement name"
          placeholder="poster-hall-3"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          className="font-mono pointer-fine:sm:text-sm"
          error={form.formState.errors.name?.message}
          {...form.register("name", { setValueAs: toName })}
        />
        <Button type="submit" loading={add.isPending} className="mt-[26px]">
          Add
        </Button>
      </FormFields>
      {/* Under the stored name, which may differ from what was typed. */}
      <p role="status" className="sr-only">
        {add.data && `${add.data.name} added`}
      </p>
    </form>
  );
}

/** Converts a text to a name, which has only lower-case letters, digits and hyphens. */
function toName(text: string): string {
  return text.trim().toLowerCase().replace(/\s+/g, "-");
}
