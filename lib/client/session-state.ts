"use client";
import type { Method } from "@/lib/contract/core/endpoint";
import { sharedState } from "./shared-state";

/** "dismissed": it ended and the person closed the sign-in dialog, for example to copy text. */
const session = sharedState<"active" | "ended" | "dismissed">("active");

/** Records that a request was refused because the session ended. Polling doesn't reopen a dialog that the person closed. */
export function sessionEnded(method: Method): void {
  if (session.get() === "active" || method !== "GET") session.set("ended");
}

export const dismissSignIn = () => session.set("dismissed");
export const sessionResumed = () => session.set("active");

/** Returns whether to ask the person to sign in again. */
export const useSessionEnded = () => session.use() === "ended";
