import { toast } from "@/components/ui/toast-store";
import { paths } from "@/lib/paths";

const SIGN_IN_REDIRECT_DELAY_MS = 500;

let leaving = false;

/** Shows that the session has ended and goes to the sign-in screen; once, however many calls fail. */
export function leaveForSignIn(): void {
  if (leaving) return;
  leaving = true;
  toast({
    variant: "destructive",
    title: "Unauthorized",
    description: "You are logged out. Logging in again...",
  });
  setTimeout(() => {
    leaving = false;
    window.location.assign(paths.home);
  }, SIGN_IN_REDIRECT_DELAY_MS);
}
