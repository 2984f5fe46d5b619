"use client";
import { useEffect } from "react";

const INPUTS = ["pointermove", "pointerdown", "keydown"] as const;
const IDLE_MS = 60_000;

/** Calls a function once: with the first input of the person, or after a minute in a tab that no one uses. */
export function useFirstInput(work: () => void): void {
  useEffect(() => {
    const ended = new AbortController();
    const start = () => {
      ended.abort();
      work();
    };
    const timer = setTimeout(start, IDLE_MS);
    ended.signal.addEventListener("abort", () => clearTimeout(timer));
    for (const input of INPUTS)
      document.addEventListener(input, start, { signal: ended.signal, passive: true });
    return () => ended.abort();
  }, [work]);
}
