"use client";
import { useMutation } from "@tanstack/react-query";
import { fieldErrors } from "@/components/forms/use-save";
import { request } from "@/lib/client/request";
import { routes } from "@/lib/client/routes";
import type { Replay } from "@/lib/contract/incidents/replay";
import { answers } from "@/lib/presenters/checks/replay";
import type { ReplayQuestion } from "@/lib/presenters/checks/replay-question";

/** Replays the stored results with other settings. Nothing changes on the server, so nothing is refetched. */
export function useReplay(monitorId: number, question: ReplayQuestion) {
  const asking = useMutation<Replay, Error, ReplayQuestion>({
    // The server validates the settings, as it does for the monitor.
    mutationFn: (body) => request(routes.replayMonitor, { params: { monitorId }, body: body as never }),
  });
  const errors = Object.values(fieldErrors(asking.error));
  return {
    ask: () => asking.mutate(question),
    busy: asking.isPending,
    answer: asking.data,
    /** Whether the settings changed since the last answer. */
    stale: asking.data !== undefined && !answers(asking.data, question),
    problem: asking.error && (errors.join(" ") || asking.error.message),
  };
}
