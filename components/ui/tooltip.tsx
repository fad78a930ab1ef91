import { useEffect, useId, useLayoutEffect, useReducer, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { watchTips } from "@/components/ui/watch-tips";

/** Distance between an element and its tooltip. */
const GAP_PX = 6;
/** Minimum distance between a tooltip and the edge of the window. */
const MARGIN_PX = 8;

/** The tooltip of the element with a `data-tip` that is hovered or focused, or of the text with a `title` that is tapped. */
export function Tooltip() {
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const [target, setTarget] = useState<HTMLElement | null>(null);
  const [, rerender] = useReducer((count: number) => count + 1, 0);
  useEffect(() => watchTips(() => box.current, setTarget), []);
  useEffect(() => {
    if (!target) return;
    const observer = new MutationObserver(rerender);
    observer.observe(target, { attributeFilter: ["data-tip", "title"] });
    return () => observer.disconnect();
  }, [target]);
  const tip = target?.dataset.tip ?? target?.title ?? "";
  useLayoutEffect(() => {
    if (!target || !box.current) return;
    place(box.current, target.getBoundingClientRect());
    // Not if screen readers would say the name twice.
    if (target.title || target.ariaLabel?.includes(tip)) return;
    target.setAttribute("aria-describedby", id);
    return () => target.removeAttribute("aria-describedby");
  }, [target, id, tip]);
  if (!target) return null;
  return createPortal(
    <div
      ref={box}
      id={id}
      role="tooltip"
      className="pointer-events-auto fixed z-50 wrap-anywhere w-max max-w-72 animate-fade-in rounded-md bg-ink px-2 py-1 text-canvas text-xs shadow-raised"
    >
      {tip}
    </div>,
    document.body,
  );
}

/** Above the element, or below it if there is no room. */
function place(box: HTMLElement, { top, bottom, left, width }: DOMRect): void {
  const above = top - GAP_PX - box.offsetHeight;
  const centred = left + (width - box.offsetWidth) / 2;
  const rightmost = document.documentElement.clientWidth - MARGIN_PX - box.offsetWidth;
  box.style.top = `${above < MARGIN_PX ? bottom + GAP_PX : above}px`;
  box.style.left = `${Math.max(MARGIN_PX, Math.min(centred, rightmost))}px`;
}
