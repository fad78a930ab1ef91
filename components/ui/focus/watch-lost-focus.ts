import { OVERLAYS } from "@/components/ui/focus/typing";

/** What is named and around the rest. Live regions, such as that of notices, may be empty. */
const HOMES = ":is(section, fieldset):is([aria-label], [aria-labelledby]):not([aria-live]), [role$=dialog], main";

/**
 * Keeps the focus near an element that is removed while it has it, such as a button that its own press removes: the
 * closest card, dialog or page around it that is left gets it. Otherwise screen readers, and Tab in some browsers,
 * would start at the top. Returns a function that stops it.
 */
export function watchLostFocus(): () => void {
  let focused = document.activeElement;
  let homes = focused ? homesOf(focused) : [];

  const onFocusIn = ({ target }: FocusEvent) => {
    if (!(target instanceof Element)) return;
    focused = target;
    const own = homesOf(target);
    // What is left when a dialog closes whose opener is gone.
    homes = target.closest(OVERLAYS) ? [...own, ...homes.filter((home) => !own.includes(home))] : own;
  };
  // Some browsers report it for removed elements too, before they are gone.
  const onFocusOut = ({ target }: FocusEvent) =>
    queueMicrotask(() => {
      if (target === focused && focused?.isConnected && document.activeElement !== focused)
        [focused, homes] = [null, []];
    });
  const observer = new MutationObserver(() => {
    if (!focused || focused.isConnected) return;
    focused = null;
    const left = homes;
    // What knows a better place has moved the focus by then.
    setTimeout(() => focusFirst([...left, document.querySelector<HTMLElement>("main")]));
  });

  document.addEventListener("focusin", onFocusIn);
  document.addEventListener("focusout", onFocusOut);
  observer.observe(document.body, { childList: true, subtree: true });
  return () => {
    document.removeEventListener("focusin", onFocusIn);
    document.removeEventListener("focusout", onFocusOut);
    observer.disconnect();
  };
}

/** The named cards, dialogs and the page around an element, the closest first. */
export function homesOf(element: Element): readonly HTMLElement[] {
  const home = element.parentElement?.closest<HTMLElement>(HOMES);
  return home ? [home, ...homesOf(home)] : [];
}

/** Whether an element has the focus only because another one lost it. */
export function standsIn(element: Element | null): boolean {
  return !element || element === document.body || element.matches(HOMES);
}

/** Focuses the first that can have the focus, such as one that isn't disabled, unless something else has it. */
function focusFirst(homes: readonly (HTMLElement | null)[]): void {
  for (const home of homes) {
    if (document.activeElement !== document.body) return;
    if (home?.isConnected) focusOnce(home);
  }
}

/** Focuses an element that may not be focusable. Later clicks in it don't focus it. */
export function focusOnce(element: HTMLElement): void {
  if (element.tabIndex < 0 && !element.hasAttribute("tabindex")) {
    element.tabIndex = -1;
    const onBlur = () => {
      // When only the window loses the focus, the element has it again with the window.
      if (document.activeElement === element) return;
      element.removeAttribute("tabindex");
      element.removeEventListener("blur", onBlur);
    };
    element.addEventListener("blur", onBlur);
  }
  element.focus({ preventScroll: element.matches(HOMES) });
}
