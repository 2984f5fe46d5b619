"use client";
import { sharedState } from "@/lib/client/shared-state";

const overlay = sharedState<"none" | "palette" | "shortcuts">("none");

/** Returns which overlay is open. */
export const useOverlay = overlay.use;
export const openPalette = () => overlay.set("palette");
export const openShortcuts = () => overlay.set("shortcuts");
export const closeOverlay = () => overlay.set("none");
