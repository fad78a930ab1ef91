import { randomBytes } from "node:crypto";

const COUNTER_LIMIT = 0xffffff;
const HEX = Array.from({ length: 0x1000 }, (_, i) => i.toString(16).padStart(3, "0"));
/** A clock this far ahead is considered wrong. */
const FAR_MS = 60 * 60 * 1000;

/** 48 random bits that identify this process. */
let writer = newWriter();
let milliseconds = 0;
let counter = 0;
let timePart = "";

/**
 * A UUIDv7 (RFC 9562, section 6.2, method 1): the time, a counter that restarts each millisecond, and the process. Ids
 * of one process are in ascending order, unless the clock was far ahead: then they restart from the right time with new
 * random bits, so that none is used twice. Fifteen times as fast as the package uuid (decision 0001).
 */
export function nextClickId(now: number): string {
  if (milliseconds - now > FAR_MS) {
    writer = newWriter();
    milliseconds = 0;
  }
  if (now > milliseconds || counter === COUNTER_LIMIT) {
    milliseconds = Math.max(now, milliseconds + 1);
    counter = 0;
    const hex = milliseconds.toString(16).padStart(12, "0");
    timePart = `${hex.slice(0, 8)}-${hex.slice(8)}-7`;
  } else {
    counter += 1;
  }
  return `${timePart}${HEX[counter >>> 12]}-8${HEX[counter & 0xfff]}-${writer}`;
}

function newWriter(): string {
  return randomBytes(6).toString("hex");
}
