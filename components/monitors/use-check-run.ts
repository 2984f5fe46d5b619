"use client";
import { useCallback, useEffect, useReducer, useRef } from "react";
import { fieldErrors } from "@/components/forms/use-save";
import type { CheckEvent } from "@/lib/client/check-stream";
import { ApiError } from "@/lib/contract/core/errors";
import { type CheckRun, IDLE_RUN, stepRun } from "@/lib/presenters/checks/check-run";

type Action =
  | CheckEvent
  | { event: "start" }
  | { event: "failed"; message: string; errors: Record<string, string> };

const CONNECTION_LOST = "The connection was lost before the check finished. Run it again.";

/** Runs a check and returns its progress by region. Leaving the page aborts it. */
export function useCheckRun() {
  const [run, dispatch] = useReducer((state: CheckRun, action: Action) => stepRun(state, action), IDLE_RUN);
  const abort = useRef<AbortController | null>(null);
  useEffect(() => () => abort.current?.abort(), []);
  const start = useCallback(async (path: string, body?: unknown) => {
    abort.current?.abort();
    const own = new AbortController();
    abort.current = own;
    dispatch({ event: "start" });
    try {
      let isFinished = false;
      const { streamCheck } = await import("@/lib/client/check-stream");
      for await (const event of streamCheck(path, body, own.signal)) {
        dispatch(event);
        isFinished ||= event.event === "done" || event.event === "error";
      }
      if (!isFinished) throw new Error(CONNECTION_LOST);
    } catch (error) {
      if (own.signal.aborted) return;
      dispatch({
        event: "failed",
        // A browser's own words for a lost connection mean nothing to people.
        message: error instanceof ApiError ? error.message : CONNECTION_LOST,
        errors: fieldErrors(error),
      });
    }
  }, []);
  return { run, start };
}
