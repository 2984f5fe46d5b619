"use client";
import { sharedState } from "@/lib/client/shared-state";

const overlay = sharedState<"none" | "palette" | "shortcuts">("none");

/** Returns which overlay is open. */
export const useOverlay = overlay.use;
/** Returns whether an overlay is open, maybe still loading. */
export const isOverlayOpen = () => overlay.get() !== "none";

let early = "";

/** Opens the palette. Its code may have to load first. */
export function openPalette(): void {
  early = "";
  overlay.set("palette");
}

/** Keeps a letter that was typed before the palette's code arrived. */
export function typeEarly(letter: string): void {
  if (overlay.get() === "palette") early += letter;
}

/** Returns the text typed before the palette's code arrived. */
export const earlyText = () => early;
export const openShortcuts = () => overlay.set("shortcuts");
export const closeOverlay = () => overlay.set("none");
