"use client";
import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { sharedState } from "../shared-state";
import type { LiveState } from "./live-stream";

const state = sharedState<LiveState>("connecting");

/** Returns whether live updates are currently arriving. */
export const useLiveState = state.use;

let refresh: (() => void) | null = null;

/** Follows the browser's event stream. Mounted once, by the shell. `reader` names the person and the project. */
export function useLiveUpdates(reader: string): void {
  const cache = useQueryClient();
  useEffect(() => {
    const ended = new AbortController();
    refresh = () => void open(cache, reader, ended.signal);
    refresh();
    return () => {
      ended.abort();
      refresh = null;
      state.set("connecting");
    };
  }, [cache, reader]);
}

/** Reopens the stream at the user's request. */
export function reconnect(): void {
  refresh?.();
}

/** Opens the stream. Its code stays out of every page's initial script. */
async function open(cache: QueryClient, reader: string, ended: AbortSignal): Promise<void> {
  try {
    const { openStream } = await import("./live-stream");
    if (!ended.aborted) openStream(cache, state, reader, ended);
  } catch {
    // The code didn't arrive. The mark says so and offers to reconnect.
    state.set("off");
  }
}
