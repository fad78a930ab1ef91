import { shortcutKey } from "@/components/ui/focus/typing";

/**
 * The index of the option to which a key moves, wrapping at the ends; null if the key doesn't move.
 *
 * @param index index of the active option; -1 if none is
 */
export function nextIndex(key: string, index: number, count: number): number | null {
  if (count === 0) return null;
  switch (key) {
    case "ArrowDown":
      return (index + 1) % count;
    case "ArrowUp":
      return index <= 0 ? count - 1 : index - 1;
    case "Home":
      return 0;
    case "End":
      return count - 1;
    default:
      return null;
  }
}

/** Whether a key press opens or closes the palette: Cmd+K on Apple devices, Ctrl+K elsewhere. */
export function isPaletteKey(event: KeyboardEvent, isApple: boolean): boolean {
  const [wanted, other] = isApple ? [event.metaKey, event.ctrlKey] : [event.ctrlKey, event.metaKey];
  if (!wanted || other || event.altKey || event.shiftKey || event.repeat || event.defaultPrevented) return false;
  return shortcutKey(event) === "k";
}

/** Whether the device has Apple's keys. In the browser only. */
export function hasAppleKeys(): boolean {
  return /Mac|iPhone|iPad/.test(navigator.platform);
}
