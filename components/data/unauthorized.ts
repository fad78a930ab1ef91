import { ApiError } from "@/components/data/api";
import { toast } from "@/components/ui/toast/toast-store";
import { paths } from "@/lib/paths";

const SIGN_IN_REDIRECT_DELAY_MS = 500;
const REFUSED_AT_KEY = "hop.proxy-refused-at";
/** Time in which a page that was loaded to sign in makes its first calls. */
const RETURN_MS = 60_000;

let isLeaving = false;
let isTold = false;
let hasLeft = false;

type Options = {
  /** Why the session counts as ended. */
  error?: unknown;
  /** Whether the user has just asked for something, and is therefore told again. */
  isAction?: boolean;
};

/**
 * Shows that the session has ended and goes to the sign-in screen, or to that of a proxy. Once until a call succeeds: the
 * user may have chosen to stay on a page with unsaved input.
 */
export function leaveForSignIn({ error, isAction = false }: Options = {}): void {
  if (isLeaving || (isTold && !isAction)) return;
  isTold = true;
  if (isFromProxy(error) && hasJustReturned()) {
    const description =
      "A proxy in front of this site keeps refusing its requests. Reload the page or contact your administrator.";
    toast({ variant: "destructive", title: "Error", description });
    return;
  }
  isLeaving = true;
  toast({
    variant: "destructive",
    title: "Unauthorized",
    description: "You are logged out. Logging in again...",
  });
  setTimeout(() => {
    isLeaving = false;
    window.location.assign(paths.home);
  }, SIGN_IN_REDIRECT_DELAY_MS);
}

/** Called when a call succeeds, and when a page is restored as it was left. */
export function expectSession(): void {
  isTold = false;
}

function isFromProxy(error: unknown): boolean {
  return error instanceof ApiError && error.code !== "unauthorized";
}

/** Whether the page before this one was left for the same reason, so that leaving again could go on forever. */
function hasJustReturned(): boolean {
  if (hasLeft) return false;
  try {
    const before = Number(sessionStorage.getItem(REFUSED_AT_KEY));
    sessionStorage.setItem(REFUSED_AT_KEY, String(Date.now()));
    if (Date.now() - before < RETURN_MS) return true;
  } catch {
    // Blocked, as cookies then are: nobody is signed in.
  }
  hasLeft = true;
  return false;
}
