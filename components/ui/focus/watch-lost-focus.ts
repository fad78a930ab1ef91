const HOMES = "fieldset, section, [role=dialog], [role=alertdialog], main";

/**
 * Keeps the focus near an element that is removed while it has it, such as a button that its own press removes: the
 * closest card, dialog or page around it that is left gets it. Otherwise the next Tab would start at the top. Returns a
 * function that stops it.
 */
export function watchLostFocus(): () => void {
  let focused: Element | null = null;
  let homes: readonly HTMLElement[] = [];

  const onFocusIn = ({ target }: FocusEvent) => {
    focused = target instanceof Element ? target : null;
    homes = focused ? homesOf(focused) : [];
  };
  // Some browsers report it for removed elements too, before they are gone.
  const onFocusOut = ({ target }: FocusEvent) =>
    queueMicrotask(() => {
      if (target === focused && focused?.isConnected && document.activeElement !== focused) focused = null;
    });
  const observer = new MutationObserver(() => {
    if (!focused || focused.isConnected) return;
    focused = null;
    const left = homes;
    // What knows a better place moves the focus before, or at any time later.
    setTimeout(() => {
      const home = left.find((other) => other.isConnected);
      if (!home || document.activeElement !== document.body) return;
      if (home.tabIndex < 0) home.tabIndex = -1;
      home.focus({ preventScroll: true });
    });
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

/** The elements around another one that can get its focus, the closest first. */
function homesOf(element: Element): readonly HTMLElement[] {
  const homes: HTMLElement[] = [];
  for (let home = outer(element); home; home = outer(home)) homes.push(home);
  return homes;
}

function outer(element: Element): HTMLElement | null | undefined {
  return element.parentElement?.closest<HTMLElement>(HOMES);
}
