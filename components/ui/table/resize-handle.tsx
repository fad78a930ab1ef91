import { type PointerEvent, useRef } from "react";
import { clampWidth } from "@/components/ui/table/column-choices";
import { useColumnChoices } from "@/components/ui/table/use-column-choices";

type Drag = {
  heading: HTMLElement;
  from: number;
  /** Width in pixels; null until the pointer moves. */
  width: number | null;
  /** Its previous style. */
  before: string;
};

/** A handle to drag a heading's edge. Keyboard users change widths in the columns menu. */
export function ResizeHandle({ columnsKey, title }: { columnsKey: string; title: string }) {
  const { setWidth } = useColumnChoices(columnsKey);
  const drag = useRef<Drag | null>(null);
  const onPointerDown = (event: PointerEvent) => {
    const heading = event.currentTarget.closest("th");
    if (!heading || event.button !== 0) return;
    event.preventDefault();
    event.currentTarget.setPointerCapture(event.pointerId);
    drag.current = { heading, from: event.clientX - heading.offsetWidth, width: null, before: heading.style.width };
  };
  const onPointerMove = ({ clientX }: PointerEvent) => {
    if (!drag.current) return;
    const { heading, from } = drag.current;
    const width = clampWidth(clientX - from);
    if (drag.current.width === null && width === heading.offsetWidth) return;
    drag.current.width = width;
    heading.style.width = `${width}px`;
  };
  const onPointerUp = () => {
    if (drag.current && drag.current.width !== null) setWidth(title, drag.current.width);
    drag.current = null;
  };
  const onPointerCancel = () => {
    if (drag.current) drag.current.heading.style.width = drag.current.before;
    drag.current = null;
  };
  return (
    <span
      aria-hidden
      data-resize={title}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={onPointerUp}
      onPointerCancel={onPointerCancel}
      className="absolute inset-y-1.5 -right-1 in-[th:last-child]:right-0 z-1 hidden w-2 cursor-col-resize touch-none before:absolute before:inset-y-0 before:left-1/2 before:w-px hover:before:bg-accent active:before:bg-accent group-hover/head:before:bg-line-strong @table:block"
    />
  );
}
