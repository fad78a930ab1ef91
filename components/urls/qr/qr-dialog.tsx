import { useQuery } from "@tanstack/react-query";
import { Copy, Download, Image as ImageIcon, Palette } from "lucide-react";
import { useState } from "react";
import { DownloadLink } from "@/components/data/download-link";
import { PlacementField } from "@/components/placements/placement-field";
import { FORMAT_LABELS } from "@/components/qr-codes/format-labels";
import { LinkDesignDialog } from "@/components/qr-designer/lazy-link-design-dialog";
import { linkDesignQuery } from "@/components/qr-designer/link-design-query";
import { Button } from "@/components/ui/button/button";
import { buttonClass } from "@/components/ui/button/button-class";
import { canCopyImages } from "@/components/ui/button/clipboard";
import { cn } from "@/components/ui/cn";
import { Dialog, DialogBody, DialogFooter } from "@/components/ui/dialog/dialog";
import { DialogButton } from "@/components/ui/dialog/dialog-button";
import type { DialogState } from "@/components/ui/focus/use-return-focus";
import { Skeleton } from "@/components/ui/skeleton";
import { RetryButton, toListFailure } from "@/components/ui/table/list-states";
import { copyImage, copyShortUrl } from "@/components/urls/copy";
import { PrintQr } from "@/components/urls/qr/print-qr";
import { DEFAULT_DRAFT, qrPath, replacesDesign } from "@/components/urls/qr/qr-look";
import { QrLookFields } from "@/components/urls/qr/qr-look-fields";
import { useQrPreview, useQrSvg } from "@/components/urls/qr/use-qr-preview";
import { readableUrl, withoutScheme } from "@/components/urls/short-link-text";
import { useUrlPermissions } from "@/components/urls/use-url-permissions";
import { isForBlack, QR_DESIGN_FORMATS } from "@/lib/qr/design";
import type { DesignInForce } from "@/lib/qr/types";
import type { ShortUrl } from "@/lib/urls/types";

type QrDialogProps = DialogState & { url: ShortUrl };

/** The QR code of a link, if it has one. */
export function QrDialog({ url, ...state }: QrDialogProps) {
  const image = url.qrCodeUrl;
  if (!image) return null;
  return (
    <Dialog {...state} title="QR Code" className="sm:max-w-2xl">
      <QrCode url={url} image={image} />
      <DialogFooter>
        <Button className="w-full" onClick={() => void copyShortUrl(url.shortUrl)}>
          <Copy aria-hidden className="size-4" />
          Copy Short URL
        </Button>
      </DialogFooter>
    </Dialog>
  );
}

/** Shows a code, and downloads, copies or prints it. Starts with the default look each time the dialog opens. */
function QrCode({ url, image }: { url: ShortUrl; image: string }) {
  const [draft, setDraft] = useState(DEFAULT_DRAFT);
  const { shown, problems, query } = useQrPreview(image, draft);
  const isUsable = shown !== undefined && Object.keys(problems).length === 0;
  // The width doesn't affect the preview.
  const look = { ...(shown?.draft ?? DEFAULT_DRAFT), mm: draft.mm };
  const svg = useQrSvg(image, look);
  const failure = toListFailure("The QR code could not be loaded", query, svg.query);
  const inForce = useQuery(linkDesignQuery(url.id)).data?.inForce;
  const isOnBlack = inForce !== undefined && isForBlack(inForce.design) && !replacesDesign(look);
  return (
    <DialogBody className="gap-5 sm:grid-cols-[17rem_minmax(0,1fr)]">
      <div className="grid content-start justify-items-center gap-4">
        <div className="grid size-56 grid-rows-[minmax(0,1fr)] place-items-center border border-line">
          {shown && (
            <CodePicture
              src={shown.src}
              alt={`QR code of ${url.shortUrl}`}
              isForBlack={isOnBlack}
              isDimmed={!isUsable}
            />
          )}
          {!shown && !failure && Object.keys(problems).length === 0 && <Skeleton className="size-full" />}
          {failure && (
            <div role="alert" className="grid justify-items-center gap-2 px-4 pb-2 text-base text-muted">
              <p className="text-center">{failure.title}.</p>
              <RetryButton size="sm" {...failure} />
            </div>
          )}
        </div>
        <div className="grid w-full gap-1 text-center">
          <p translate="no" className="break-all font-medium font-mono text-base text-ink">
            {withoutScheme(url.shortUrl)}
          </p>
          <p className="line-clamp-3 break-all text-muted text-sm" title={url.originalUrl}>
            {readableUrl(url.originalUrl)}
          </p>
        </div>
        <div className="grid w-full grid-cols-3 gap-2">
          {QR_DESIGN_FORMATS.map((format) => (
            <CodeLink
              key={format}
              href={isUsable && qrPath(image, look, format, { isDownload: true })}
              label={FORMAT_LABELS[format]}
            />
          ))}
          {canCopyImages() && (
            <Button
              icon={ImageIcon}
              variant="secondary"
              className="px-2"
              aria-label="Copy image"
              disabled={!isUsable}
              onClick={() => void copyImage(qrPath(image, look, "png"))}
            >
              Copy
            </Button>
          )}
          <DesignButton url={url} />
        </div>
        <PrintQr {...svg} shortUrl={url.shortUrl} isForBlack={isOnBlack} disabled={!isUsable} />
      </div>
      <div className="grid content-start gap-4">
        <PlacementField
          urlId={url.id}
          value={draft.placement}
          onValue={(placement) => setDraft({ ...draft, placement })}
        />
        <QrLookFields
          draft={draft}
          problems={problems}
          onChange={setDraft}
          design={inForce && inForce.source !== "none" ? inForce.design : undefined}
          isLocked={inForce?.isLocked ?? false}
          modules={svg.code?.modules ?? 0}
        />
        {inForce && <DesignNote inForce={inForce} />}
      </div>
    </DialogBody>
  );
}

type CodePictureProps = { src: string; alt: string; isForBlack: boolean; isDimmed: boolean };

/** A code on its background, with its aspect ratio: a frame makes it taller. */
export function CodePicture({ src, alt, isForBlack, isDimmed }: CodePictureProps) {
  return (
    // biome-ignore lint/performance/noImgElement: rendered by our own server
    <img
      src={src}
      alt={alt}
      width={224}
      height={224}
      className={cn("size-full object-contain", isForBlack ? "bg-black" : "bg-white", isDimmed && "opacity-40")}
    />
  );
}

/** Opens the designer, for those who may change the link. */
function DesignButton({ url }: { url: ShortUrl }) {
  const canEdit = useUrlPermissions().canEdit(url);
  if (!canEdit || url.status === "deleted") return null;
  return (
    <DialogButton
      icon={Palette}
      variant="secondary"
      className="px-2"
      intent={LinkDesignDialog.intent}
      dialog={(props) => <LinkDesignDialog {...props} url={url} />}
    >
      Design
    </DialogButton>
  );
}

/** Shown if the code has a design. */
function DesignNote({ inForce: { source, template, isLocked } }: { inForce: DesignInForce }) {
  if (source === "none") return null;
  return (
    <p className="text-muted text-sm">
      {isLocked
        ? `This link's codes use the template ${template?.name}, which is locked as the brand design.`
        : "Setting a margin or colours here replaces this code's design."}
    </p>
  );
}

/** @param href false if there is nothing to download */
function CodeLink({ href, label }: { href: string | false; label: string }) {
  const content = (
    <>
      <Download aria-hidden className="size-4" strokeWidth={1.75} />
      {label}
    </>
  );
  const name = `Download ${label}`;
  if (href === false) {
    return (
      <Button variant="secondary" className="px-2" aria-label={name} disabled>
        {content}
      </Button>
    );
  }
  return (
    <DownloadLink className={buttonClass({ variant: "secondary", className: "px-2" })} href={href} aria-label={name}>
      {content}
    </DownloadLink>
  );
}
