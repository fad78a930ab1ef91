/** The colour of a change such as "+12%" or "−4%". */
export function changeColour(text: string): string {
  if (text.startsWith("+")) return "text-accent-text";
  return text.startsWith("−") ? "text-danger-text" : "text-muted";
}
