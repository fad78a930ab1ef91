import { getToasts, toast } from "@/components/ui/toast/toast-store";

/** The toast of the latest addition and the people that it names. */
let latest: { toastId: number; names: readonly string[] } = { toastId: 0, names: [] };

/** Says who was added, together with those whom the toast still shows: one toast replaces another. */
export function announceAdded(name: string): void {
  const isShown = getToasts().some(({ id, open }) => open && id === latest.toastId);
  const names = [...(isShown ? latest.names : []), name];
  const title = names.length === 1 ? "Member added successfully" : `${names.length} members added successfully`;
  latest = { toastId: toast({ title, description: names.join(", ") }), names };
}
