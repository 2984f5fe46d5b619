"use client";
import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useEffect, useMemo } from "react";
import { type Pack, unpacked } from "./packed";

/** The result of one read: its key in the cache, and the data. */
export type Read = readonly [key: readonly unknown[], data: unknown];

/**
 * Puts what the server read at a time into the cache: before the children render, or after if they already show something older. `reads`
 * is a packed list of `Read`.
 */
export function Seeded({ at, reads, children }: { at: number; reads: Pack; children: ReactNode }) {
  const cache = useQueryClient();
  const newer = useMemo(() => {
    const all = unpacked(reads) as readonly Read[];
    const shownAt = ([key]: Read) => cache.getQueryState(key)?.dataUpdatedAt;
    const known = all.filter((read) => shownAt(read) !== undefined);
    for (const [key, data] of all.filter((read) => !known.includes(read)))
      cache.setQueryData(key, data, { updatedAt: at });
    return known.filter((read) => (shownAt(read) ?? at) < at);
  }, [cache, reads, at]);
  useEffect(() => {
    for (const [key, data] of newer) cache.setQueryData(key, data, { updatedAt: at });
  }, [cache, newer, at]);
  return children;
}
