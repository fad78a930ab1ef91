const DELAY_MS = 700;
/** Moving to another tooltip within this time shows it at once. */
const SKIP_MS = 300;
/** A pointer may be this long on its way from an element to its tooltip. */
const LEAVE_MS = 150;

/**
 * Follows pointer and keyboard to elements with a `data-tip`. What it shows one can point at, it stays until one
 * leaves, and Escape dismisses it (WCAG 2.2, 1.4.13).
 *
 * @param box the tooltip, while there is one
 * @param show called with the element whose tooltip is to be seen, null for none
 * @returns ends it
 */
export function watchTips(box: () => Element | null, show: (target: HTMLElement | null) => void): () => void {
  let shown: HTMLElement | null = null;
  /** What the pointer is over, until it is pressed. */
  let pointedAt: HTMLElement | null = null;
  let hiddenAt = Number.NEGATIVE_INFINITY;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function set(target: HTMLElement | null) {
    clearTimeout(timer);
    if (target === shown) return;
    if (!target) hiddenAt = performance.now();
    shown = target;
    show(target);
  }

  const isInBox = (target: EventTarget | null) => target instanceof Node && box()?.contains(target) === true;

  function onPointerOver({ target, pointerType }: PointerEvent) {
    if (pointerType === "touch") return;
    const tipped = isInBox(target) ? shown : closestTipped(target);
    if (tipped === pointedAt) return;
    pointedAt = tipped;
    clearTimeout(timer);
    if (tipped === shown) return;
    if (!tipped) timer = setTimeout(set, LEAVE_MS, null);
    else if (shown || performance.now() - hiddenAt < SKIP_MS) set(tipped);
    else timer = setTimeout(set, DELAY_MS, tipped);
  }

  function onPointerDown(event: PointerEvent) {
    // For what lies under it, as a dialog, a press on the tooltip would be one outside.
    if (isInBox(event.target)) event.stopPropagation();
    set(null);
  }

  function onFocusIn({ target }: FocusEvent) {
    const tipped = closestTipped(target);
    if (tipped?.matches(":focus-visible")) set(tipped);
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== "Escape" || !shown) return;
    // Closes this alone, not the dialog that it stands in.
    event.stopPropagation();
    set(null);
  }

  function onScroll({ target }: Event) {
    if (shown && target instanceof Node && target.contains(shown)) set(null);
  }

  function onLeaveWindow() {
    pointedAt = null;
    set(null);
  }

  const listening = new AbortController();
  const options = { capture: true, signal: listening.signal };
  window.addEventListener("pointerover", onPointerOver, options);
  window.addEventListener("pointerdown", onPointerDown, options);
  window.addEventListener("focusin", onFocusIn, options);
  window.addEventListener("focusout", () => set(null), options);
  window.addEventListener("keydown", onKeyDown, options);
  window.addEventListener("scroll", onScroll, { ...options, passive: true });
  document.documentElement.addEventListener("pointerleave", onLeaveWindow, { signal: listening.signal });
  return () => {
    clearTimeout(timer);
    listening.abort();
  };
}

function closestTipped(target: EventTarget | null): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>("[data-tip]") : null;
}
