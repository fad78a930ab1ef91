import { toast } from "@/components/ui/toast-store";

/** Copies something and says so. Returns whether the browser allowed it. */
export async function copy(what: string, write: (clipboard: Clipboard) => Promise<void>): Promise<boolean> {
  try {
    await write(navigator.clipboard);
    toast({ title: `${what} copied to clipboard` });
    return true;
  } catch {
    toast({ variant: "destructive", title: "Error", description: "Failed to copy to clipboard" });
    return false;
  }
}
