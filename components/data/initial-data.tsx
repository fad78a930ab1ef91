"use client";

import { type QueryClient, type QueryKey, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useEffect, useMemo } from "react";

/** The key of a query and its data. */
export type Seed = readonly [QueryKey, unknown];

type InitialDataProps = {
  seeds: readonly Seed[];
  /** When loading them began, by the server's clock, in ms. */
  loadedAt: number;
  children: ReactNode;
};

/**
 * Puts data loaded on the server into the browser's queries: at once if there is no such query, otherwise after
 * rendering, if it is newer. So navigating to a page shows its current state although queries never become stale.
 */
export function InitialData({ seeds, loadedAt, children }: InitialDataProps) {
  const client = useQueryClient();
  const updatedAt = useMemo(() => addMissing(client, seeds, loadedAt), [client, seeds, loadedAt]);
  useEffect(() => replaceOlder(client, seeds, updatedAt), [client, seeds, updatedAt]);
  return children;
}

/** Seeds that are older come from a page that Back restored as it was loaded. */
const MAX_AGE_MS = 60_000;

/**
 * How far the browser's clock is ahead of the server's, in ms, including the fastest delivery of seeds so far; and when
 * the newest seeds were loaded.
 */
type Clock = { offset: number; newest: number };

const clocks = new WeakMap<QueryClient, Clock>();

/**
 * Adds the queries that don't exist. Those of a restored page are refetched when they are shown: what the user has
 * changed since may have left the cache. Returns when loading the seeds began, by the browser's clock.
 */
export function addMissing(client: QueryClient, seeds: readonly Seed[], loadedAt: number): number {
  const now = Date.now();
  const clock = adjust(clocks.get(client), now - loadedAt, loadedAt);
  clocks.set(client, clock);
  const updatedAt = loadedAt + clock.offset;
  for (const [queryKey, data] of seeds) {
    if (client.getQueryState(queryKey)) continue;
    client.setQueryData(queryKey, data, { updatedAt });
    if (now - updatedAt > MAX_AGE_MS) client.getQueryCache().find({ queryKey })?.invalidate();
  }
  return updatedAt;
}

function adjust(known: Clock | undefined, delay: number, loadedAt: number): Clock {
  if (!known) return { offset: delay, newest: loadedAt };
  // New seeds have just been delivered, so one of the clocks was set.
  const wasSet = loadedAt > known.newest && delay > known.offset + MAX_AGE_MS;
  return { offset: wasSet ? delay : Math.min(delay, known.offset), newest: Math.max(loadedAt, known.newest) };
}

/** Replaces data that is older than the seeds. */
export function replaceOlder(client: QueryClient, seeds: readonly Seed[], updatedAt: number): void {
  for (const [queryKey, data] of seeds) {
    const { dataUpdatedAt = 0 } = client.getQueryState(queryKey) ?? {};
    if (dataUpdatedAt < updatedAt) client.setQueryData(queryKey, data, { updatedAt });
  }
}
