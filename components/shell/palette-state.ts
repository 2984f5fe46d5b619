"use client";
import { sharedState } from "@/lib/client/shared-state";

const overlay = sharedState<"none" | "palette" | "shortcuts">("none");

/** Returns which overlay is open. */
export const useOverlay = overlay.use;
/** Returns whether an overlay is open, maybe still loading. */
export const isOverlayOpen = () => overlay.get() !== "none";
export const openPalette = () => overlay.set("palette");
export const openShortcuts = () => overlay.set("shortcuts");
export const closeOverlay = () => overlay.set("none");
