"use client";
import { useMutation } from "@tanstack/react-query";
import { fieldErrors } from "@/components/forms/use-save";
import { request } from "@/lib/client/request";
import { routes } from "@/lib/client/routes";
import type { Replay } from "@/lib/contract/incidents/replay";
import { answers, type ReplayQuestion } from "@/lib/presenters/checks/replay";

/** Asks what other settings would have done. It changes nothing, so nothing on screen is read again. */
export function useReplay(monitorId: number, question: ReplayQuestion) {
  const asking = useMutation<Replay, Error, ReplayQuestion>({
    mutationFn: (body) => request(routes.replayMonitor, { params: { monitorId }, body: body as never }),
  });
  const errors = Object.values(fieldErrors(asking.error));
  return {
    ask: () => asking.mutate(question),
    busy: asking.isPending,
    answer: asking.data,
    /** The settings were changed since the answer. */
    stale: asking.data !== undefined && !answers(asking.data, question),
    problem: asking.error && (errors.join(" ") || asking.error.message),
  };
}
