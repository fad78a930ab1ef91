import { leaveForSignIn } from "@/components/data/unauthorized";
import { save } from "@/components/ui/browser-storage";

const STORAGE_KEY = "hop.logged-out-at";

/** Tells the other tabs that the user has logged out. */
export function announceLogout(): void {
  save(STORAGE_KEY, String(Date.now()));
}

/** Leaves when the user logs out in another tab. Returns a function that stops it. */
export function watchLogout(): () => void {
  // Unlike with watchSaved, not in the tab that saved it.
  const onStorage = ({ key }: StorageEvent) => {
    if (key === STORAGE_KEY) leaveForSignIn();
  };
  window.addEventListener("storage", onStorage);
  return () => window.removeEventListener("storage", onStorage);
}
