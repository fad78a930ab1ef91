"use client";

import { type KeyboardEvent, useRef, useState } from "react";
import type { OnFilter } from "@/components/stats/breakdown-card";
import type { Value } from "@/components/stats/shown-values";
import { DIMENSION_LABELS, valueLabel } from "@/components/stats/stats-text";
import { cn } from "@/components/ui/cn";
import { Panel } from "@/components/ui/panel";
import { plural } from "@/lib/format";
import { type StatFilter, UNKNOWN } from "@/lib/stats/types";

type HourCardProps = {
  /** In chronological order, including hours without clicks; the last may stand for clicks whose hour is unknown. */
  values: readonly Value[];
  filters: readonly StatFilter[];
  onFilter: OnFilter;
  timeZone: string;
  className?: string;
};

/**
 * One column per hour of the day. On touch screens and in narrow windows, two rows keep the columns wide
 * enough for fingers. Clicks whose hour is unknown are in the footer. Arrow keys move between the columns.
 */
export function HourCard({ values, filters, onFilter, timeZone, className }: HourCardProps) {
  const [current, setCurrent] = useState(0);
  const list = useRef<HTMLUListElement>(null);
  const hours = values.filter(({ name }) => name !== UNKNOWN);
  const unknown = values.find(({ name }) => name === UNKNOWN)?.clicks ?? 0;
  const max = Math.max(1, ...hours.map(({ clicks }) => clicks));
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const next = (current + step + hours.length) % hours.length;
    setCurrent(next);
    list.current?.querySelectorAll("button")[next]?.focus();
  };
  return (
    <Panel
      title={DIMENSION_LABELS.hour.title}
      footer={`Time zone: ${timeZone}${unknown > 0 ? `. ${plural(unknown, "click")} at unknown hours.` : ""}`}
      className={className}
    >
      <ul
        ref={list}
        className="grid h-72 grid-cols-12 grid-rows-2 gap-px px-3 pt-4 sm:px-4 pointer-fine:sm:h-60 pointer-fine:sm:auto-cols-fr pointer-fine:sm:grid-flow-col pointer-fine:sm:grid-cols-none pointer-fine:sm:grid-rows-1"
      >
        {hours.map(({ name, clicks }, index) => {
          const filter: StatFilter = { by: "hour", value: name };
          const isChosen = filters.some(({ by, value }) => by === "hour" && value === name);
          return (
            <li key={name} className="grid min-w-0 grid-cols-[minmax(0,1fr)] grid-rows-[minmax(0,1fr)_1.5rem]">
              <HourColumn
                label={`${valueLabel(filter)}, ${plural(clicks, "click")}`}
                height={clicks / max}
                isChosen={isChosen}
                onPress={onFilter && (() => onFilter(filter))}
                tabIndex={index === current ? 0 : -1}
                onFocus={() => setCurrent(index)}
                onKeyDown={onKeyDown}
              />
              <span aria-hidden className="overflow-visible whitespace-nowrap pt-1 text-2xs text-muted tabular-nums">
                {index % 6 === 0 && `${name}:00`}
              </span>
            </li>
          );
        })}
      </ul>
    </Panel>
  );
}

type HourColumnProps = {
  label: string;
  /** 0 to 1 */
  height: number;
  isChosen: boolean;
  onPress: (() => void) | undefined;
  tabIndex: number;
  onFocus: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
};

function HourColumn({ label, height, isChosen, onPress, ...roving }: HourColumnProps) {
  const bar = (
    <span
      aria-hidden
      className={cn("block w-full rounded-t-[3px] bg-accent/55 group-hover:bg-accent", isChosen && "bg-accent")}
      style={{ height: `${(height * 100).toFixed(2)}%`, minHeight: height > 0 ? 3 : 0 }}
    />
  );
  const look = "group flex h-full w-full items-end border-line border-b";
  if (!onPress) {
    return (
      <div className={look} title={label}>
        <span className="sr-only">{label}</span>
        {bar}
      </div>
    );
  }
  return (
    <button
      type="button"
      data-print
      data-tip={label}
      aria-label={label}
      aria-pressed={isChosen}
      onClick={onPress}
      className={cn(look, "rounded-t-[3px] -outline-offset-1 hover:bg-hover", isChosen && "bg-accent-soft")}
      {...roving}
    >
      {bar}
    </button>
  );
}
