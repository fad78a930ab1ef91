import { type ReactNode, useId } from "react";

/** A titled part of the designer's fields. */
export function DesignSection({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="grid gap-3 border-line border-t pt-4 first:border-t-0 first:pt-0">
      <h3 id={id} className="font-semibold text-base text-ink">
        {title}
      </h3>
      {children}
    </section>
  );
}
