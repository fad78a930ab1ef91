import { ApiError } from "@/components/data/api";
import { toastError } from "@/components/data/toast-error";
import { leaveForSignIn } from "@/components/data/unauthorized";
import { toast } from "@/components/ui/toast/toast-store";

const WATCH_INTERVAL_MS = 500;
/** Longer than browsers try to connect, and the server takes to begin. */
const WATCHED_MS = 150_000;

/**
 * Has the browser save what a GET call returns as an attachment, however large, and shows why the call was refused.
 *
 * The address is opened in a hidden frame. An attachment leaves the frame empty, so only a refusal is loaded into it;
 * unlike with fetch, nothing passes through the page's memory, and the call is made once.
 *
 * @param isSlow whether the file may take a moment, in which the browser shows nothing yet
 */
export function download(path: string, { isSlow = false } = {}): void {
  const frame = document.createElement("iframe");
  frame.hidden = true;
  frame.title = "Download";
  const stop = () => {
    clearInterval(watch);
    frame.remove();
  };
  const onRefused = () => {
    showRefusal(textIn(frame));
    stop();
  };
  frame.addEventListener("load", () => {
    if (frame.contentDocument?.URL !== "about:blank") onRefused();
  });
  frame.src = path;
  document.body.append(frame);
  // Firefox loads its page about a failed connection without an event.
  const watch = setInterval(() => frame.contentDocument ?? onRefused(), WATCH_INTERVAL_MS);
  // The browser goes on saving the file.
  setTimeout(stop, WATCHED_MS);
  if (isSlow)
    toast({ title: "Preparing download", description: "Your browser saves the file as soon as it is ready." });
}

/** Undefined if it isn't the server's response but the browser's page about a failed connection. */
function textIn({ contentDocument }: HTMLIFrameElement): string | undefined {
  // Chrome adds controls after the text.
  return (contentDocument?.querySelector("pre") ?? contentDocument?.body)?.textContent;
}

function showRefusal(text = ""): void {
  // The frame doesn't tell the status.
  const error = new ApiError(0, text, "");
  if (error.code === "unauthorized") leaveForSignIn({ error, isAction: true });
  else toastError(error, "Failed to download the file");
}
