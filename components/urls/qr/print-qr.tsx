import { Printer } from "lucide-react";
import { useState } from "react";
import { createPortal } from "react-dom";
import { Button } from "@/components/ui/button/button";
import { Select } from "@/components/ui/form/select";
import { findPrintWarning } from "@/components/urls/qr/qr-look";
import { QrWarning } from "@/components/urls/qr/qr-warning";
import type { QrSvg } from "@/components/urls/qr/use-qr-preview";
import { withoutScheme } from "@/components/urls/short-link-text";

/** Width of the printed code, including its quiet zone and frame. */
const WIDTHS_CM = ["3", "5", "8", "12", "16"] as const;
const WIDTHS = WIDTHS_CM.map((cm) => ({ value: cm, label: `${cm} cm wide` }));

type PrintQrProps = {
  /** Undefined until it has loaded. */
  code: QrSvg | undefined;
  isLoading: boolean;
  shortUrl: string;
  /** Whether the code is light on a transparent background. */
  isForBlack: boolean;
  disabled: boolean;
};

/** Prints only the code and its short URL. */
export function PrintQr({ code, isLoading, shortUrl, isForBlack, disabled }: PrintQrProps) {
  const [centimetres, setCentimetres] = useState("5");
  return (
    <div className="grid w-full grid-cols-2 gap-x-2 gap-y-4">
      <Select aria-label="Print size" value={centimetres} onValueChange={setCentimetres} options={WIDTHS} />
      <Button
        icon={Printer}
        variant="secondary"
        loading={isLoading}
        disabled={disabled || (!code && !isLoading)}
        onClick={() => window.print()}
      >
        Print
      </Button>
      <QrWarning text={findPrintWarning(10 * Number(centimetres), code?.modules ?? 0)} />
      {createPortal(
        // A direct child of body: printing hides its siblings (app/globals.css).
        <div data-print-sheet aria-hidden className="hidden">
          {code && (
            // biome-ignore lint/performance/noImgElement: rendered by our own server
            <img
              src={code.src}
              alt=""
              // A frame makes it higher.
              style={{ width: `${centimetres}cm`, height: "auto" }}
              className={isForBlack ? "bg-black" : undefined}
            />
          )}
          <p translate="no" className="max-w-full break-all font-mono text-base">
            {withoutScheme(shortUrl)}
          </p>
        </div>,
        document.body,
      )}
    </div>
  );
}
