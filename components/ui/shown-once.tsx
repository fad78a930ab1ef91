"use client";

import { useEffect } from "react";

type ShownOnceProps = { name: string | null; text: string };

/** A secret that can't be shown again. The browser asks before the page is left. */
export function ShownOnce({ name, text }: ShownOnceProps) {
  useEffect(() => {
    const onLeave = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", onLeave);
    return () => window.removeEventListener("beforeunload", onLeave);
  }, []);
  return (
    <div className="grid gap-1.5">
      {name && <p className="break-words font-medium text-ink text-sm">{name}</p>}
      <code className="select-all break-all rounded-md border border-line bg-canvas px-3 py-2.5 font-mono text-ink text-sm">
        {text}
      </code>
    </div>
  );
}
