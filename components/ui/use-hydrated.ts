"use client";
import { useSyncExternalStore } from "react";

const never = () => () => {};

/** Returns whether React has hydrated the page: false in server-rendered HTML and until hydration. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
