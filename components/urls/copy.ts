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

/** Puts an image on the clipboard and says whether that worked. */
export async function copyImage(path: string): Promise<void> {
  try {
    // Safari takes a promise alone: what is fetched before is no longer the answer to a click.
    await navigator.clipboard.write([new ClipboardItem({ "image/png": fetchPng(path) })]);
    toast({ title: "QR code copied to clipboard" });
  } catch {
    toast({ variant: "destructive", title: "Error", description: "Failed to copy to clipboard" });
  }
}

async function fetchPng(path: string): Promise<Blob> {
  const response = await fetch(path);
  if (!response.ok) throw new Error(`${response.status}`);
  return response.blob();
}
