import { toast } from "@/components/ui/toast-store";

/** Puts a short URL on the clipboard and says whether that worked. */
export async function copyShortUrl(shortUrl: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(shortUrl);
    toast({ title: "URL copied to clipboard" });
  } catch {
    toast({ variant: "destructive", title: "Error", description: "Failed to copy to clipboard" });
  }
}
