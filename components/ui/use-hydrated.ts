"use client";
import { useSyncExternalStore } from "react";

const never = () => () => {};

/** Whether React answers clicks here: false in the server's HTML and until its script took the page over. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
