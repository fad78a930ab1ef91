"use client";

import { useLayoutEffect, useState } from "react";

/** Whole seconds until a time in epoch milliseconds, counting down to 0. */
export function useSecondsUntil(time: number): number {
  const [now, setNow] = useState(Date.now);
  useLayoutEffect(() => {
    const tick = () => {
      setNow(Date.now());
      if (Date.now() >= time) clearInterval(timer);
    };
    const timer = setInterval(tick, 1_000);
    tick();
    return () => clearInterval(timer);
  }, [time]);
  return Math.max(0, Math.ceil((time - now) / 1_000));
}
