import { X } from "lucide-react";
import { type KeyboardEvent as ReactKeyboardEvent, type ReactNode, useEffect, useEffectEvent, useRef } from "react";
import { ignore } from "@/components/ui/button/button";
import { IconButton } from "@/components/ui/button/icon-button";
import { isShortcutPress, OVERLAYS } from "@/components/ui/focus/typing";
import { useHandedFocus } from "@/components/ui/focus/use-handed-focus";
import { takeFocusFallback } from "@/components/ui/focus/use-kept-focus";
import { useShortcutsEnabled } from "@/components/ui/focus/use-shortcuts-enabled";
import { findListKey } from "@/components/ui/table/list-keys";
import { getToasts } from "@/components/ui/toast/toast-store";

type SelectionBarProps = {
  label: string;
  /** Ignores clicks, including those of keys. */
  pending?: boolean;
  onClear: () => void;
  /** What the list's key for deleting does to the selected rows, instead of the one with the focus. */
  onDelete?: (() => void) | undefined;
  /** Describes the selection. */
  scope: ReactNode;
  /** Actions on the selection. */
  children: ReactNode;
};

/** Actions on the selected rows of a list, fixed to the bottom of the window. */
export function SelectionBar({ label, pending, onClear, onDelete, scope, children }: SelectionBarProps) {
  useSelectionKeys(pending ? {} : { onClear, onDelete });
  const findRow = useLastFocusedRow();
  // It may cover the checkbox that made it appear.
  useEffect(() => {
    document.activeElement?.scrollIntoView({ block: "nearest" });
  }, []);
  return (
    <section
      ref={useHandedFocus<HTMLElement>(findRow, true)}
      aria-label={label}
      data-bulk-bar
      className="pointer-events-none fixed inset-x-0 bottom-0 z-10 flex animate-fade-in justify-center p-3 lg:left-60 short:p-1 print:hidden"
    >
      <fieldset
        aria-label="Selection"
        aria-disabled={pending || undefined}
        onClickCapture={pending ? ignore : undefined}
        // Menus open before the click.
        onPointerDownCapture={pending ? ignore : undefined}
        onKeyDownCapture={pending ? ignoreOpening : undefined}
        className="pointer-events-auto flex min-w-0 max-w-full flex-wrap items-center justify-center gap-1 rounded-xl border border-line bg-raised p-1.5 shadow-raised short:flex-nowrap short:justify-start short:overflow-x-auto short:p-1"
      >
        {scope}
        <div className="order-last flex basis-full flex-wrap justify-around gap-1 max-lg:*:px-1.5 sm:order-none sm:basis-auto short:order-none short:basis-auto short:flex-nowrap">
          {children}
        </div>
        <IconButton label="Clear selection" onClick={onClear}>
          <X aria-hidden className="size-4" />
        </IconButton>
      </fieldset>
    </section>
  );
}

/** Escape clears the selection. */
function useSelectionKeys({ onClear, onDelete }: { onClear?: () => void; onDelete?: (() => void) | undefined }) {
  const [hasSingleKeys] = useShortcutsEnabled();
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!isShortcutPress(event) || document.querySelector(OVERLAYS)) return;
    // It closes the toast first.
    if (event.key === "Escape" && getToasts().some(({ open }) => open)) return;
    const action = event.key === "Escape" ? onClear : onDelete;
    if (!action || (event.key !== "Escape" && !(hasSingleKeys && findListKey(event) === "delete"))) return;
    event.preventDefault();
    action();
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => onKey(event);
    // Before the list's own keys.
    document.addEventListener("keydown", onKeyDown, { capture: true });
    return () => document.removeEventListener("keydown", onKeyDown, { capture: true });
  }, []);
}

/** Ignores the keys that open menus (WAI-ARIA APG, menu button). */
function ignoreOpening(event: ReactKeyboardEvent): void {
  if (["Enter", " ", "ArrowDown", "ArrowUp"].includes(event.key)) ignore(event);
}

/** Finds what had the focus last in the list: a row or a control in one, else the row that took its place, or the card. */
function useLastFocusedRow(): () => HTMLElement | null {
  const last = useRef<HTMLElement | null>(null);
  const card = useRef<HTMLElement | null>(null);
  useEffect(() => {
    const follow = (element: EventTarget | null) => {
      if (!(element instanceof HTMLElement) || !element.closest("[data-rows]")) return;
      last.current = element;
      card.current = element.closest("section");
    };
    follow(document.activeElement);
    const onFocusIn = ({ target }: FocusEvent) => follow(target);
    document.addEventListener("focusin", onFocusIn);
    return () => document.removeEventListener("focusin", onFocusIn);
  }, []);
  return () => (last.current?.isConnected ? last.current : (takeFocusFallback() ?? card.current));
}
