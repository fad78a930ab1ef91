"use client";

import { useClockNote } from "@/components/data/use-clock-note";

/** Says that the days of last clicks are in another time zone than other dates, if they are. */
export function LastClickNote() {
  const note = useClockNote("Last-click dates");
  return note && <p>{note}</p>;
}
