"use client";
import { useCallback, useEffect, useReducer, useRef } from "react";
import { fieldErrors } from "@/components/forms/use-save";
import { type CheckEvent, streamCheck } from "@/lib/client/check-stream";
import { type CheckRun, IDLE_RUN, stepRun } from "@/lib/presenters/checks/check-run";

type Action =
  | CheckEvent
  | { event: "start" }
  | { event: "failed"; message: string; errors: Record<string, string> };

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
      for await (const event of streamCheck(path, body, own.signal)) {
        dispatch(event);
        isFinished ||= event.event === "done" || event.event === "error";
      }
      if (!isFinished) throw new Error("The connection was lost before the check finished. Run it again.");
    } catch (error) {
      if (own.signal.aborted) return;
      dispatch({
        event: "failed",
        message: error instanceof Error ? error.message : "Couldn't run the check.",
        errors: fieldErrors(error),
      });
    }
  }, []);
  return { run, start };
}
