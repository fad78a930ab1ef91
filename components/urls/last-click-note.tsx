"use client";

import { useClockNote } from "@/components/data/use-clock-note";

/** Tells that links have the days of their last clicks in another time zone than their other dates, if so. */
export function LastClickNote() {
  const note = useClockNote("Days of last clicks");
  return note && <p>{note}</p>;
}
