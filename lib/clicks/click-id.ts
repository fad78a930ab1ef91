import { randomBytes } from "node:crypto";

const COUNTER_LIMIT = 0xffffff;
const HEX = Array.from({ length: 0x1000 }, (_, i) => i.toString(16).padStart(3, "0"));
/** 48 random bits that identify this process. */
const PROCESS = randomBytes(6).toString("hex");

let milliseconds = 0;
let counter = 0;
let timePart = "";

/**
 * A UUIDv7 (RFC 9562, section 6.2, method 1): the time, a counter that restarts each millisecond, and the process. Ids
 * of one process are in ascending order. Fifteen times as fast as the package uuid (decision 0018).
 */
export function nextClickId(now: number): string {
  if (now > milliseconds || counter === COUNTER_LIMIT) {
    milliseconds = Math.max(now, milliseconds + 1);
    counter = 0;
    const hex = milliseconds.toString(16).padStart(12, "0");
    timePart = `${hex.slice(0, 8)}-${hex.slice(8)}-7`;
  } else {
    counter += 1;
  }
  return `${timePart}${HEX[counter >>> 12]}-8${HEX[counter & 0xfff]}-${PROCESS}`;
}
