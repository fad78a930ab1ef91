import {
  type ComponentType,
  type KeyboardEvent,
  type LazyExoticComponent,
  lazy,
  useEffect,
  useEffectEvent,
  useReducer,
  useRef,
  useState,
} from "react";
import { buttonClass } from "@/components/ui/button/button-class";
import type { DialogState } from "@/components/ui/focus/use-return-focus";
import { standsIn } from "@/components/ui/focus/watch-lost-focus";
import { toast } from "@/components/ui/toast/toast-store";

/**
 * A dialog whose code is loaded on demand: forms and their validation are larger than the screens they open on. Spread
 * `intent` on the element that opens it, to start loading on hover and focus.
 */
export function onDemand<Props extends DialogState>(load: () => Promise<ComponentType<Props>>) {
  const code = loadOnce(load);

  function OnDemand(props: Props) {
    const { open, onOpenChange } = props;
    const wasOpened = useCode(code, open, () => onOpenChange(false));
    const Loaded = code.get();
    // Also rendered while it closes, but not before it is first opened.
    return Loaded && wasOpened ? <Loaded {...props} /> : null;
  }

  return Object.assign(OnDemand, { intent: code.intent });
}

/** Handlers that start loading the code. */
export type Intent = { onPointerEnter: () => void; onFocus: () => void };

type FaceProps = Intent & {
  onClick: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
};

/**
 * A button with a popup, such as a menu or a select, whose code is loaded on demand. Until then `Face` is shown: a
 * button with the same look and name. The click or key press that loads the code is replayed to the real button, so
 * that it opens the popup.
 *
 * @param load the real component, which contains one button and takes the same props
 */
export function lazyTrigger<Props extends object>(
  Face: ComponentType<Props & FaceProps>,
  load: () => Promise<ComponentType<Props>>,
) {
  const code = loadOnce(load);

  return function LazyTrigger(props: Props) {
    const wrapper = useRef<HTMLSpanElement>(null);
    const [first, setFirst] = useState<FirstUse | null>(null);
    const isReplaced = useCode(code, first !== null, () => setFirst(null));
    useEffect(() => {
      if (!isReplaced || !first) return;
      // A select registers its options one render after its button.
      const timer = setTimeout(() => replay(first, wrapper.current?.querySelector("button")));
      return () => clearTimeout(timer);
    }, [isReplaced, first]);

    const use = (event: Use) => {
      const focused = document.activeElement;
      setFirst((before) => before ?? { ...event, focused });
    };
    const Loaded = code.get();
    return (
      <span ref={wrapper} className="contents">
        {isReplaced && Loaded ? (
          <Loaded {...props} />
        ) : (
          <Face
            {...props}
            {...code.intent}
            onClick={() => use({ by: "pointer" })}
            onKeyDown={(event) => {
              const { key } = event;
              if (event.ctrlKey || event.metaKey || event.altKey || !isUse(key, event.currentTarget)) return;
              if (OPENING_KEYS.includes(key)) event.preventDefault();
              use({ by: "key", key });
            }}
          />
        )}
      </span>
    );
  };
}

type Use = { by: "pointer" } | { by: "key"; key: string };
type FirstUse = Use & { focused: Element | null };

const OPENING_KEYS = ["Enter", " ", "ArrowDown", "ArrowUp"];

/** A letter selects an option in a combobox (WAI-ARIA), but does nothing on a menu button. */
function isUse(key: string, button: Element): boolean {
  return OPENING_KEYS.includes(key) || (key.length === 1 && button.role === "combobox");
}

function replay(first: FirstUse, button: HTMLElement | null | undefined): void {
  // Replacing the focused face has removed the focus. Clicks by screen readers don't move it. If it is elsewhere, the user
  // has moved on.
  const { activeElement } = document;
  if (!button || (activeElement !== first.focused && !standsIn(activeElement))) return;
  button.focus();
  const shared = { bubbles: true, cancelable: true };
  button.dispatchEvent(
    first.by === "key"
      ? new window.KeyboardEvent("keydown", { ...shared, key: first.key })
      : new PointerEvent("pointerdown", { ...shared, pointerType: "mouse" }),
  );
}

/**
 * React's `lazy` for a part of a page, whose code may fail to load, such as after an upgrade, without taking the page
 * down: a message with a button that retries replaces the part, or nothing if it is `optional`. The code is also
 * requested again when the part is next shown.
 */
export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>, { optional = false } = {}) {
  // A lazy component loads only once, so each attempt has its own.
  const attempt = (): LazyExoticComponent<ComponentType<Props>> =>
    lazy(() =>
      load().then(
        (Loaded) => ({ default: Loaded }),
        () => ({ default: Failed }),
      ),
    );
  let Part = attempt();

  function Failed(props: Props) {
    const [Loaded, setLoaded] = useState<ComponentType<Props>>();
    useEffect(() => {
      return () => {
        Part = attempt();
      };
    }, []);
    if (Loaded) return <Loaded {...props} />;
    if (optional) return null;
    // The button stays meanwhile, with the focus.
    const retry = () => load().then((code) => setLoaded(() => code), toastLoadFailed);
    return (
      <div role="alert" className="p-4 text-center text-base text-muted">
        <p className="mb-3">{LOAD_FAILED}</p>
        <button type="button" className={buttonClass({ variant: "secondary" })} onClick={() => void retry()}>
          Try again
        </button>
      </div>
    );
  }

  return function LazyPart(props: Props) {
    return <Part {...props} />;
  };
}

/** Loads code once; retries after a failure. */
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

/** Loads code once it is wanted, and returns whether it was wanted and has loaded. */
function useCode(code: ReturnType<typeof loadOnce>, isWanted: boolean, onFailure: () => void): boolean {
  const [isReady, setReady] = useReducer(() => true, false);
  const onFailed = useEffectEvent(onFailure);
  useEffect(() => {
    if (!isWanted || isReady) return;
    let isGone = false;
    // Also runs if the code has been loaded since rendering.
    code.preload().then(
      () => isGone || setReady(),
      () => {
        if (isGone) return;
        onFailed();
        toastLoadFailed();
      },
    );
    return () => {
      isGone = true;
    };
  }, [code, isWanted, isReady]);
  if (isWanted && !isReady && code.get()) setReady();
  return isReady;
}

export function toastLoadFailed(): void {
  toast({ variant: "destructive", title: "Error", description: LOAD_FAILED });
}

const LOAD_FAILED = "This part of the page could not be loaded. Check your connection or reload the page.";
