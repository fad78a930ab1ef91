import { type MouseEvent, useState } from "react";
import { countryLabel, formatShare, shareOf } from "@/components/analytics/breakdown";
import type { OnFilter } from "@/components/stats/breakdown-card";
import type { Value } from "@/components/stats/shown-values";
import map from "@/components/stats/world-map.json";
import { plural } from "@/lib/format";
import type { StatFilter } from "@/lib/stats/types";

type WorldMapProps = {
  countries: readonly Value[];
  total: number;
  filters: readonly StatFilter[];
  onFilter: OnFilter;
};

/** Opacities from few clicks to many. */
const STEPS = [0.22, 0.4, 0.58, 0.78, 1];

/**
 * Countries coloured by clicks; pressing one filters by it. For the mouse only, since the list of countries offers the
 * same.
 */
export function WorldMap({ countries, total, filters, onFilter }: WorldMapProps) {
  const [pointed, setPointed] = useState<string | null>(null);
  const counts = new Map(countries.map(({ name, clicks }) => [name, clicks]));
  const max = Math.max(1, ...countries.filter(({ name }) => isOnMap(name)).map(({ clicks }) => clicks));
  const look = (code: string) => {
    const clicks = counts.get(code) ?? 0;
    const isChosen = filters.some(({ by, value }) => by === "country" && value === code);
    return {
      "data-code": code,
      fill: clicks > 0 ? "var(--color-accent)" : "var(--color-pressed)",
      fillOpacity: clicks > 0 ? stepOf(clicks, max) : 1,
      stroke: isChosen ? "var(--color-ink)" : "var(--color-surface)",
      strokeWidth: isChosen ? 3 : 1,
      className: onFilter && clicks > 0 ? "cursor-pointer" : undefined,
    };
  };
  const onClick = (event: MouseEvent) => {
    const code = codeAt(event);
    if (code && counts.has(code)) onFilter?.({ by: "country", value: code });
  };
  const shown = pointed === null ? undefined : (counts.get(pointed) ?? 0);
  return (
    <div aria-hidden className="relative grid h-full content-center">
      {/* biome-ignore lint/a11y: hidden from assistive technology and the keyboard, which have the list of countries */}
      <svg
        viewBox={`0 0 ${map.width} ${map.height}`}
        className="h-auto max-h-full w-full"
        onClick={onClick}
        onMouseMove={(event) => setPointed(codeAt(event))}
        onMouseLeave={() => setPointed(null)}
      >
        {Object.entries(map.shapes).map(([code, path]) => (
          <path key={code} d={path} {...look(code)} />
        ))}
        {Object.entries(map.dots).map(
          ([code, [x, y]]) => counts.has(code) && <circle key={code} cx={x} cy={y} r={8} {...look(code)} />,
        )}
      </svg>
      <p className="pointer-events-none absolute bottom-0 left-0 rounded-md bg-surface/90 px-2 py-1 text-sm print:hidden">
        {pointed !== null && shown !== undefined && (
          <>
            <span className="font-medium text-ink">{countryLabel(pointed)}</span>
            <span className="text-muted tabular-nums">
              {` ${plural(shown, "click")}${shown > 0 ? `, ${formatShare(shareOf(shown, total))}` : ""}`}
            </span>
          </>
        )}
      </p>
    </div>
  );
}

function isOnMap(code: string): boolean {
  return code in map.shapes || code in map.dots;
}

/**
 * The step for a number of clicks. Uses the square root, so that one large country does not make all others invisible.
 */
function stepOf(clicks: number, max: number): number {
  const index = Math.ceil(Math.sqrt(clicks / max) * STEPS.length) - 1;
  return STEPS[Math.max(0, index)] ?? 1;
}

function codeAt({ target }: MouseEvent): string | null {
  const code = target instanceof SVGElement ? target.dataset.code : undefined;
  return code && /^[A-Z]{2}$/.test(code) ? code : null;
}
