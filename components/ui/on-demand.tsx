"use client";

import { type ComponentType, type KeyboardEvent, useEffect, useReducer, useRef, useState } from "react";
import { toast } from "@/components/ui/toast-store";

type Openable = { open: boolean; onOpenChange: (open: boolean) => void };

/**
 * A dialog whose code comes when somebody is about to open it: forms and their checks weigh more than the screens
 * that they stand on. Spread `intent` on what opens it, so that the code is mostly there before the click is.
 */
export function onDemand<Props extends Openable>(load: () => Promise<ComponentType<Props>>) {
  const code = loadOnce(load);

  function OnDemand(props: Props) {
    const { open, onOpenChange } = props;
    const [wasOpened, rerender] = useReducer(() => true, false);
    const isAwaited = open && !wasOpened;
    const Loaded = code.get();
    useEffect(() => {
      if (!isAwaited || code.get()) return;
      let isGone = false;
      code.preload().then(
        () => isGone || rerender(),
        () => {
          if (isGone) return;
          onOpenChange(false);
          toastLoadFailed();
        },
      );
      return () => {
        isGone = true;
      };
    }, [isAwaited, onOpenChange]);
    // Drawn while it closes too; never before it is opened.
    if (isAwaited && Loaded) rerender();
    return Loaded && (open || wasOpened) ? <Loaded {...props} /> : null;
  }

  return Object.assign(OnDemand, { intent: code.intent });
}

type StandInProps = {
  onPointerEnter: () => void;
  onFocus: () => void;
  onClick: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
};

/**
 * A button with a popup, as a menu or a select, whose code comes when somebody is about to use it. Until then `Face`
 * stands in its place: a button that looks and is called the same. The click or key that came to the face is played
 * to the button after it, so that the first one opens it too.
 *
 * @param load what to put in its place, which has one button, and takes the same props
 */
export function standIn<Props extends object>(
  Face: ComponentType<Props & StandInProps>,
  load: () => Promise<ComponentType<Props>>,
) {
  const code = loadOnce(load);

  return function StandIn(props: Props) {
    const place = useRef<HTMLSpanElement>(null);
    const [first, setFirst] = useState<FirstUse | null>(null);
    const [isReplaced, replace] = useReducer(() => true, false);
    useEffect(() => {
      if (!first || isReplaced) return;
      let isGone = false;
      code.preload().then(
        () => isGone || replace(),
        () => {
          if (isGone) return;
          setFirst(null);
          toastLoadFailed();
        },
      );
      return () => {
        isGone = true;
      };
    }, [first, isReplaced]);
    useEffect(() => {
      if (!isReplaced || !first) return;
      // A select knows its options one render after its button is there.
      const timer = setTimeout(() => playAgain(first, place.current?.querySelector("button")));
      return () => clearTimeout(timer);
    }, [isReplaced, first]);

    const Loaded = code.get();
    return (
      <span ref={place} className="contents">
        {isReplaced && Loaded ? (
          <Loaded {...props} />
        ) : (
          <Face
            {...props}
            {...code.intent}
            onClick={() => setFirst((before) => before ?? { by: "pointer" })}
            onKeyDown={(event) => {
              const { key } = event;
              if (event.ctrlKey || event.metaKey || event.altKey || !isUse(key, event.currentTarget)) return;
              if (OPENING_KEYS.includes(key)) event.preventDefault();
              setFirst((before) => before ?? { by: "key", key });
            }}
          />
        )}
      </span>
    );
  };
}

type FirstUse = { by: "pointer" } | { by: "key"; key: string };

const OPENING_KEYS = ["Enter", " ", "ArrowDown", "ArrowUp"];

/** A letter chooses in a select (WAI-ARIA, combobox); it has no meaning for the button of a menu. */
function isUse(key: string, button: Element): boolean {
  return OPENING_KEYS.includes(key) || (key.length === 1 && button.role === "combobox");
}

function playAgain(first: FirstUse, button: HTMLElement | null | undefined): void {
  // The focus was on the face, and is nowhere now; or else somebody has gone on meanwhile.
  if (!button || (document.activeElement && document.activeElement !== document.body)) return;
  button.focus();
  const shared = { bubbles: true, cancelable: true };
  button.dispatchEvent(
    first.by === "key"
      ? new window.KeyboardEvent("keydown", { ...shared, key: first.key })
      : new PointerEvent("pointerdown", { ...shared, pointerType: "mouse" }),
  );
}

/** Code that is fetched when it is first needed, and asked for again when it did not come. */
export function loadOnce<Code>(load: () => Promise<Code>) {
  let loaded: Code | undefined;
  let loading: Promise<Code> | undefined;

  function preload(): Promise<Code> {
    loading ??= load().then(
      (code) => {
        loaded = code;
        return code;
      },
      (error: unknown) => {
        loading = undefined;
        throw error;
      },
    );
    return loading;
  }

  const onIntent = () => void preload().catch(() => undefined);
  return { get: () => loaded, preload, intent: { onPointerEnter: onIntent, onFocus: onIntent } };
}

/** Says that code did not come. */
export function toastLoadFailed(): void {
  toast({ variant: "destructive", title: "Error", description: LOAD_FAILED });
}

const LOAD_FAILED = "This part of the page could not be loaded. Check your connection, or load the page again.";
