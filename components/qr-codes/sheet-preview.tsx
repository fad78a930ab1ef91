import { useId } from "react";
import { codeImagePath } from "@/components/qr-codes/code-image-path";
import { splitShortUrl, withoutScheme } from "@/components/urls/short-link-text";
import { plural } from "@/lib/format";
import {
  type Box,
  cutMarksOf,
  formatMm,
  type LabelText,
  labelsPerPage,
  pagesFor,
  partsOfLabel,
  placeOf,
} from "@/lib/qr/files/label-layout";
import { layoutOf, type Sheet } from "@/lib/qr/files/sheet-schema";
import type { QrCode } from "@/lib/qr/types";

/** Maximum number of codes that are fetched as images; others are shown as squares. */
const MAX_IMAGES = 30;

type SheetPreviewProps = {
  sheet: Sheet;
  codes: readonly QrCode[];
  /** Null if unknown. */
  count: number | null;
};

/** The first page, and a label at a larger scale. */
export function SheetPreview({ sheet, codes, count }: SheetPreviewProps) {
  const layout = layoutOf(sheet);
  const perPage = labelsPerPage(layout);
  const { pageWidth, pageHeight, labelWidth, labelHeight } = layout;
  const labelsText =
    count === null
      ? `${plural(perPage, "label")} per page`
      : `${plural(count, "label")} on ${plural(pagesFor(count, layout, sheet.start), "page")}`;
  return (
    <div className="grid content-start gap-3">
      <svg
        role="img"
        aria-label={`First page: labels ${sheet.start} to ${Math.min(perPage, sheet.start - 1 + (count ?? perPage))} of ${perPage}`}
        viewBox={`0 0 ${pageWidth} ${pageHeight}`}
        className="mx-auto max-h-80 w-full max-w-60 rounded-sm border border-line-strong bg-white"
      >
        {Array.from({ length: perPage }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: labels are their places
          <PageLabel key={index} index={index} sheet={sheet} codes={codes} count={count} />
        ))}
        {sheet.cutMarks &&
          cutMarksOf(layout).map(({ x1, y1, x2, y2 }) => (
            <line key={`${x1} ${y1}`} {...{ x1, y1, x2, y2 }} stroke="#171717" strokeWidth={0.5} />
          ))}
      </svg>
      <p className="text-center text-muted text-sm tabular-nums">
        {`${labelsText}, ${formatMm(labelWidth)} × ${formatMm(labelHeight)} mm each`}
      </p>
      {codes[0] && <LabelPreview sheet={sheet} code={codes[0]} />}
    </div>
  );
}

type PageLabelProps = SheetPreviewProps & { index: number };

function PageLabel({ index, sheet, codes, count }: PageLabelProps) {
  const layout = layoutOf(sheet);
  const { x, y } = placeOf(layout, index);
  const { labelWidth, labelHeight } = layout;
  const { code, text } = partsOfLabel(layout, sheet.text);
  const number = index - (sheet.start - 1);
  const isUsed = number >= 0 && number < (count ?? Number.POSITIVE_INFINITY);
  const image = number < MAX_IMAGES ? codes[number] : undefined;
  const line = text && Math.min(2, text.height / 5);
  return (
    <g transform={`translate(${x} ${y})`}>
      <rect
        width={labelWidth}
        height={labelHeight}
        rx={1}
        fill={number < 0 ? "#e5e5e5" : "#ffffff"}
        stroke="#d4d4d4"
        strokeWidth={0.4}
      />
      {isUsed && (image ? <CodeOnLabel code={image} box={code} /> : <rect {...inset(code)} fill="#a3a3a3" rx={0.5} />)}
      {isUsed && text && line && (
        <g
          transform={`translate(${text.x} ${text.align === "centre" ? text.y : text.y + text.height / 2 - line * 1.5})`}
        >
          <Bar width={text.width} align={text.align} share={0.75} y={0} height={line} fill="#525252" />
          {sheet.text === "title" && (
            <Bar width={text.width} align={text.align} share={0.9} y={line * 1.8} height={line} fill="#a3a3a3" />
          )}
        </g>
      )}
    </g>
  );
}

/** A code with the background that the server gives it, as labels are white. */
function CodeOnLabel({ code, box }: { code: QrCode; box: Box }) {
  return (
    <>
      {code.isForBlack && <rect {...box} />}
      <image {...box} href={codeImagePath(code) ?? undefined} />
    </>
  );
}

type BarProps = { width: number; align: "left" | "centre"; share: number; y: number; height: number; fill: string };

/** A placeholder for a line of text. */
function Bar({ width, align, share, y, height, fill }: BarProps) {
  const x = align === "centre" ? (width * (1 - share)) / 2 : 0;
  return <rect x={x} y={y} width={width * share} height={height} rx={height / 4} fill={fill} />;
}

/** Font size of the preview's texts. */
const FONT_MM = 2.5;
const LINE_MM = 3.2;
/** Width of an average character. */
const CHARACTER_MM = 1.5;

/** An approximation of the printed label; the server fits the texts exactly. */
function LabelPreview({ sheet, code: qrCode }: { sheet: Sheet; code: QrCode }) {
  const clip = useId();
  const layout = layoutOf(sheet);
  const { code, text } = partsOfLabel(layout, sheet.text);
  const { labelWidth, labelHeight } = layout;
  const lines = text ? linesOf(qrCode, sheet.text, text.width) : [];
  const isCentred = text?.align === "centre";
  const x = text ? text.x + (isCentred ? text.width / 2 : 0) : 0;
  const top = text ? text.y + (isCentred ? 0 : (text.height - lines.length * LINE_MM) / 2) : 0;
  return (
    <svg
      role="img"
      aria-label={`Label of ${qrCode.shortCode}`}
      viewBox={`0 0 ${labelWidth} ${labelHeight}`}
      className="mx-auto max-h-40 w-full max-w-60 rounded-sm border border-line-strong bg-white font-sans"
    >
      <CodeOnLabel code={qrCode} box={code} />
      {text && (
        <>
          <clipPath id={clip}>
            <rect {...{ x: text.x, y: text.y, width: text.width, height: text.height }} />
          </clipPath>
          <g clipPath={`url(#${clip})`} textAnchor={isCentred ? "middle" : "start"} fontSize={FONT_MM}>
            {lines.map(({ line, isTitle }, index) => {
              const y = top + FONT_MM + index * LINE_MM;
              return (
                <text key={y} x={x} y={y} fontWeight={isTitle ? 400 : 600} fill={isTitle ? "#404040" : "#000000"}>
                  {line}
                </text>
              );
            })}
          </g>
        </>
      )}
    </svg>
  );
}

function linesOf(
  { shortUrl, originalUrl }: QrCode,
  text: LabelText,
  width: number,
): { line: string; isTitle: boolean }[] {
  const { prefix, code } = splitShortUrl(shortUrl);
  const fitting = Math.floor(width / CHARACTER_MM);
  const lines = prefix.length + code.length <= fitting ? [prefix + code] : [prefix, ...pieces(code, fitting)];
  const title = withoutScheme(originalUrl);
  const shown = title.length <= fitting ? title : `${title.slice(0, fitting - 1)}…`;
  return [
    ...lines.map((line) => ({ line, isTitle: false })),
    ...(text === "title" ? [{ line: shown, isTitle: true }] : []),
  ];
}

/** Splits a text into lines, since a code may be longer than its label is wide. */
function pieces(text: string, length: number): string[] {
  const step = Math.max(1, length);
  return Array.from({ length: Math.ceil(text.length / step) }, (_, index) =>
    text.slice(index * step, (index + 1) * step),
  );
}

function inset({ x, y, width, height }: { x: number; y: number; width: number; height: number }) {
  return { x: x + width * 0.1, y: y + height * 0.1, width: width * 0.8, height: height * 0.8 };
}
