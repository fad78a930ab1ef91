const DELAY_MS = 700;
/** Moving to another tooltip within this time shows it at once. */
const SKIP_MS = 300;
/** Time for the pointer to move from an element to its tooltip. */
const LEAVE_MS = 150;
/** A tap on these does something else. */
const CONTROLS = "a, button, input, label, select, summary, textarea";

/**
 * Shows tooltips of elements with a `data-tip` on hover and focus. When a finger taps them, also those of disabled
 * elements, and of text with a `title`, which browsers show only to a mouse. A tooltip can be hovered, persists until the
 * pointer leaves, and is dismissed by Escape (WCAG 2.2, 1.4.13).
 *
 * @param box returns the tooltip, if there is one
 * @param show called with the element whose tooltip to show, or null
 * @returns a function that stops
 */
export function watchTips(box: () => Element | null, show: (target: HTMLElement | null) => void): () => void {
  let shown: HTMLElement | null = null;
  /** The element under the pointer, until it is pressed. */
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
    const tipped = isInBox(target) ? shown : closestTipped(target);
    if (pointerType === "touch" || tipped === pointedAt) return;
    pointedAt = tipped;
    clearTimeout(timer);
    if (tipped === shown) return;
    if (!tipped) timer = setTimeout(set, LEAVE_MS, null);
    else if (shown || performance.now() - hiddenAt < SKIP_MS) set(tipped);
    else timer = setTimeout(set, DELAY_MS, tipped);
  }

  function onPointerDown(event: PointerEvent) {
    // Otherwise a dialog below would treat it as a press outside.
    if (isInBox(event.target)) event.stopPropagation();
    set(null);
  }

  function onFocusIn({ target }: FocusEvent) {
    const tipped = closestTipped(target);
    if (tipped?.matches(":focus-visible")) set(tipped);
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== "Escape" || !shown) return;
    // Closes only the tooltip, not the dialog it is in.
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
  watchTaps(set, options);
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

/** Calls `onTap` with what a finger taps: a disabled element, to explain why it is disabled, or text with a title. */
function watchTaps(onTap: (target: HTMLElement) => void, options: AddEventListenerOptions) {
  let isFinger = false;
  function onPointerDown({ pointerType }: PointerEvent) {
    isFinger = pointerType === "touch";
  }
  function onClick({ target }: MouseEvent) {
    if (!isFinger || !(target instanceof Element)) return;
    const tipped = closestTipped(target);
    if (tipped) return tipped.ariaDisabled === "true" ? onTap(tipped) : undefined;
    const titled = target.closest(CONTROLS) ? null : target.closest<HTMLElement>("[title]");
    if (titled) onTap(titled);
  }
  window.addEventListener("pointerdown", onPointerDown, options);
  window.addEventListener("click", onClick, options);
}

function closestTipped(target: EventTarget | null): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>("[data-tip]") : null;
}
