import { toast } from "@/components/ui/toast/toast-store";

/**
 * Browsers offer the clipboard to secure origins only: https, and localhost. Called while rendering only what opens on
 * demand, since servers have none.
 */
export function canCopyImages(): boolean {
  return "clipboard" in navigator;
}

/** Copies a text and says so. Returns whether the browser allowed it. */
export function copyText(what: string, text: string): Promise<boolean> {
  return announce(what, async () =>
    "clipboard" in navigator ? await navigator.clipboard.writeText(text) : copyByCommand(text),
  );
}

/** Copies a PNG and says so, where `canCopyImages`. */
export function copyPng(what: string, png: Promise<Blob>): Promise<boolean> {
  // Safari needs the promise: after awaiting it, the write would no longer count as a response to the click.
  return announce(what, () => navigator.clipboard.write([new ClipboardItem({ "image/png": png })]));
}

async function announce(what: string, write: () => Promise<void>): Promise<boolean> {
  try {
    await write();
    toast({ title: `${what} copied to clipboard` });
    return true;
  } catch {
    toast({ variant: "destructive", title: "Error", description: "Failed to copy to clipboard" });
    return false;
  }
}

/** Deprecated, but works on any origin. Safari needs a selection; a field for it would take the focus out of dialogs. */
function copyByCommand(text: string): void {
  let isCopied = false;
  const onCopy = (event: ClipboardEvent) => {
    event.preventDefault();
    event.stopImmediatePropagation();
    event.clipboardData?.setData("text/plain", text);
    isCopied = true;
  };
  const selection = document.getSelection();
  const former = selection?.rangeCount ? selection.getRangeAt(0) : null;
  document.addEventListener("copy", onCopy, { capture: true });
  selection?.selectAllChildren(document.body);
  document.execCommand("copy");
  document.removeEventListener("copy", onCopy, { capture: true });
  selection?.removeAllRanges();
  if (former) selection?.addRange(former);
  if (!isCopied) throw new Error("The browser did not copy");
}
