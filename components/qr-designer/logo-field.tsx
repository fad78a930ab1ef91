import { ImageUp, X } from "lucide-react";
import { type DragEvent, type RefObject, useEffect, useEffectEvent, useId, useRef, useState } from "react";
import type { DesignFieldsProps } from "@/components/qr-designer/colour-fields";
import { DesignSection } from "@/components/qr-designer/design-section";
import { RangeField } from "@/components/qr-designer/range-field";
import { useLogoUpload } from "@/components/qr-designer/use-logo-upload";
import { Button } from "@/components/ui/button/button";
import { IconButton } from "@/components/ui/button/icon-button";
import { cn } from "@/components/ui/cn";
import { ProgressBar } from "@/components/ui/progress-bar";
import { paths } from "@/lib/paths";
import { QR_MAX_LOGO_PERCENT, QR_MIN_LOGO_PERCENT, type QrDesign } from "@/lib/qr/design";
import { LOGO_MEDIA_TYPES } from "@/lib/qr/designs/template-schema";

type LogoFieldProps = Omit<DesignFieldsProps, "problems"> & {
  /** The group whose members may use the logo; null for everybody. */
  groupId: string | null;
  onUploading: (isUploading: boolean) => void;
  /** Also if it is cancelled. */
  onUploadFailed: () => void;
};

const DEFAULT_PERCENT = 20;

/** An image in the centre of the code: chosen, dropped or pasted. */
export function LogoField({ draft, onChange, groupId, onUploading, onUploadFailed }: LogoFieldProps) {
  const { logo } = draft;
  const setLogo = (changed: QrDesign["logo"]) => onChange({ ...draft, logo: changed });
  // The design may have changed since the upload began.
  const { send, cancel, progress, problem } = useLogoUpload(groupId, {
    onUploaded: (id) =>
      onChange((current) => ({ ...current, logo: { id, percent: current.logo?.percent ?? DEFAULT_PERCENT } })),
    onFailed: onUploadFailed,
  });
  const isUploading = progress !== null;
  useEffect(() => onUploading(isUploading), [isUploading, onUploading]);
  const chooser = useRef<HTMLButtonElement>(null);
  const cancelUpload = () => {
    if (progress === null) return;
    cancel();
    onUploadFailed();
  };
  return (
    <DesignSection title="Logo">
      {logo && (
        <div className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-3">
          {/* biome-ignore lint/performance/noImgElement: served as is */}
          <img
            src={paths.api.qrLogo(logo.id)}
            alt="Logo"
            className="size-14 rounded-md border border-line bg-white object-contain p-1"
          />
          <RangeField
            label="Logo size"
            min={QR_MIN_LOGO_PERCENT}
            max={QR_MAX_LOGO_PERCENT}
            unit="%"
            value={logo.percent}
            onValue={(percent) => setLogo({ ...logo, percent })}
          />
          <IconButton
            label="Remove logo"
            onClick={() => {
              cancelUpload();
              setLogo(null);
              chooser.current?.focus();
            }}
          >
            <X aria-hidden className="size-4" />
          </IconButton>
        </div>
      )}
      <DropZone label={logo ? "Replace logo" : "Choose a logo"} buttonRef={chooser} onFile={send} />
      {progress !== null && (
        <div className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-3">
          <ProgressBar
            label="Upload"
            value={Math.round(progress * 100)}
            max={100}
            valueText={`${Math.round(progress * 100)}%`}
          />
          <IconButton
            label="Cancel upload"
            onClick={() => {
              cancelUpload();
              // The button is about to be removed.
              chooser.current?.focus();
            }}
          >
            <X aria-hidden className="size-4" />
          </IconButton>
        </div>
      )}
      {problem && (
        <p role="alert" className="break-words text-danger-text text-sm">
          {problem}
        </p>
      )}
    </DesignSection>
  );
}

type DropZoneProps = { label: string; buttonRef: RefObject<HTMLButtonElement | null>; onFile: (file: File) => void };

function DropZone({ label, buttonRef, onFile }: DropZoneProps) {
  const [isOver, setOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const hintId = useId();
  /** While the fields around it are. */
  const isDisabled = () => input.current?.matches(":disabled") ?? true;
  const onPaste = useEffectEvent((event: ClipboardEvent) => {
    const file = [...(event.clipboardData?.files ?? [])].find(({ type }) => type.startsWith("image/"));
    if (!file || isDisabled() || isTextPaste(event)) return;
    event.preventDefault();
    onFile(file);
  });
  useEffect(() => {
    const listener = (event: ClipboardEvent) => onPaste(event);
    document.addEventListener("paste", listener);
    return () => document.removeEventListener("paste", listener);
  }, []);
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const [file] = event.dataTransfer.files;
    if (file && !isDisabled()) onFile(file);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is one way; the button in it is another
    <div
      onDragOver={(event) => {
        event.preventDefault();
        setOver(!isDisabled());
      }}
      onDragLeave={() => setOver(false)}
      onDrop={onDrop}
      className={cn(
        "flex flex-wrap items-center gap-x-3 gap-y-2 rounded-md border border-line-strong border-dashed p-3",
        isOver && "border-accent bg-accent-soft",
      )}
    >
      <input
        ref={input}
        type="file"
        aria-label="Logo file"
        accept={LOGO_MEDIA_TYPES.join(",")}
        className="hidden"
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) onFile(file);
          // Lets the same file be chosen again.
          target.value = "";
        }}
      />
      <Button
        ref={buttonRef}
        icon={ImageUp}
        variant="secondary"
        aria-describedby={hintId}
        onClick={() => input.current?.click()}
      >
        {label}
      </Button>
      <p id={hintId} className="min-w-0 text-muted text-sm">
        Or drop or paste it here. PNG, JPEG or SVG, up to 2 MB.
      </p>
    </div>
  );
}

/** Office programs copy a picture along with text. */
function isTextPaste({ target, clipboardData }: ClipboardEvent): boolean {
  return target instanceof Element && target.matches("input, textarea") && clipboardData?.getData("text/plain") !== "";
}
