import { useState } from "react";

type StatsStatusProps = {
  /** Stands for what the user has chosen to see. */
  view: string;
  /** Its numbers in words; null until they have arrived. */
  text: string | null;
};

/** Announces the numbers after another choice. Once live updates have changed them, it is empty. */
export function StatsStatus({ view, text }: StatsStatusProps) {
  const [said, setSaid] = useState<StatsStatusProps>({ view, text: null });
  if (text !== null && said.view !== view) setSaid({ view, text });
  return (
    <p role="status" className="sr-only">
      {said.text === text && text}
    </p>
  );
}
