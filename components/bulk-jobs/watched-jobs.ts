/** Ids of jobs whose end the user is to be told of, on whichever page they are then. */
let watched: readonly string[] = [];
const listeners = new Set<() => void>();

export function watchJob(id: string): void {
  if (!watched.includes(id)) change([...watched, id]);
}

export function unwatchJob(id: string): void {
  if (watched.includes(id)) change(watched.filter((one) => one !== id));
}

export function subscribeToWatched(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function getWatched(): readonly string[] {
  return watched;
}

function change(next: readonly string[]): void {
  watched = next;
  for (const listener of listeners) listener();
}
