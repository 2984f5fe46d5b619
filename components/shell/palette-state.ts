"use client";
import { useSyncExternalStore } from "react";

type Overlay = "none" | "palette" | "shortcuts";
let overlay: Overlay = "none";
const listeners = new Set<() => void>();

function set(next: Overlay): void {
  overlay = next;
  for (const listener of listeners) listener();
}
function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Returns which overlay is open. */
export function useOverlay(): Overlay {
  return useSyncExternalStore(
    subscribe,
    () => overlay,
    () => "none",
  );
}
export const openPalette = () => set("palette");
export const openShortcuts = () => set("shortcuts");
export const closeOverlay = () => set("none");
