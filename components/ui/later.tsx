"use client";
import { type ReactNode, Suspense } from "react";
import { useHydrated } from "./use-hydrated";

/** Renders its content only in the browser, where it may still have to load, and the fallback until it's there. */
export function Later({ fallback = null, children }: { fallback?: ReactNode; children: ReactNode }) {
  const hydrated = useHydrated();
  return hydrated ? <Suspense fallback={fallback}>{children}</Suspense> : fallback;
}
