import { Printer } from "lucide-react";
import { useState } from "react";
import { createPortal } from "react-dom";
import { Button } from "@/components/ui/button";
import { Select } from "@/components/ui/select";
import { withoutScheme } from "@/components/urls/short-link-text";

/** Edge length of the printed code, including its quiet zone. */
const SIZES_CM = ["3", "5", "8", "12", "16"] as const;
const SIZES = SIZES_CM.map((cm) => ({ value: cm, label: `${cm} × ${cm} cm` }));

type PrintQrProps = {
  /** Path of the code as an SVG. */
  image: string;
  shortUrl: string;
  /** Whether the code is light on a transparent background. */
  isForBlack: boolean;
  disabled: boolean;
};

/** Prints only the code and its short URL. */
export function PrintQr({ image, shortUrl, isForBlack, disabled }: PrintQrProps) {
  const [centimetres, setCentimetres] = useState("5");
  const edge = `${centimetres}cm`;
  return (
    <div className="grid w-full grid-cols-2 gap-2">
      <Select aria-label="Print size" value={centimetres} onValueChange={setCentimetres} options={SIZES} />
      <Button icon={Printer} variant="secondary" disabled={disabled} onClick={() => window.print()}>
        Print
      </Button>
      {createPortal(
        // A direct child of body: printing hides its siblings (app/globals.css).
        <div data-print-sheet aria-hidden className="hidden">
          {/* biome-ignore lint/performance/noImgElement: rendered by our own server */}
          <img
            src={image}
            alt=""
            style={{ width: edge, height: edge }}
            className={isForBlack ? "bg-black" : undefined}
          />
          <p translate="no" className="max-w-full break-all font-mono text-base">
            {withoutScheme(shortUrl)}
          </p>
        </div>,
        document.body,
      )}
    </div>
  );
}
