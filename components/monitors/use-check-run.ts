"use client";
import { useCallback, useEffect, useRef, useState } from "react";
import { fieldErrors } from "@/components/forms/use-save";
import { ApiError } from "@/lib/contract/core/errors";
import { type CheckRun, IDLE_RUN } from "@/lib/presenters/checks/check-run";

const CONNECTION_LOST = "The connection was lost before the check finished. Run it again.";

/** Runs a check and returns its progress by region. Leaving the page aborts it. */
export function useCheckRun() {
  const [run, setRun] = useState<CheckRun>(IDLE_RUN);
  const abort = useRef<AbortController | null>(null);
  useEffect(() => () => abort.current?.abort(), []);
  const start = useCallback(async (path: string, body?: unknown) => {
    abort.current?.abort();
    const own = new AbortController();
    abort.current = own;
    setRun({ ...IDLE_RUN, state: "running" });
    try {
      let isFinished = false;
      const { streamCheck } = await import("@/lib/client/check-stream");
      const { stepRun } = await import("@/lib/presenters/checks/check-steps");
      for await (const event of streamCheck(path, body, own.signal)) {
        setRun((state) => stepRun(state, event));
        isFinished ||= event.event === "done" || event.event === "error";
      }
      if (!isFinished) throw new Error(CONNECTION_LOST);
    } catch (error) {
      if (own.signal.aborted) return;
      // A browser's own words for a lost connection mean nothing to people.
      const message = error instanceof ApiError ? error.message : CONNECTION_LOST;
      setRun((state) => ({ ...state, state: "failed", message, errors: fieldErrors(error) }));
    }
  }, []);
  return { run, start };
}
