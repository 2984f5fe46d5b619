"use client";
import { useEffect } from "react";

const INPUTS = ["pointermove", "pointerdown", "keydown"] as const;

/** Calls a function once, with the first input of the person. */
export function useFirstInput(work: () => void): void {
  useEffect(() => {
    const ended = new AbortController();
    const start = () => {
      ended.abort();
      work();
    };
    for (const input of INPUTS)
      document.addEventListener(input, start, { signal: ended.signal, passive: true });
    return () => ended.abort();
  }, [work]);
}
