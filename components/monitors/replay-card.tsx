"use client";
import { History } from "lucide-react";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import type { ReplayQuestion } from "@/lib/presenters/checks/replay";
import { ReplayView } from "./replay-view";
import { useReplay } from "./use-replay";

const EXPLANATION =
  "Steps through the results of the last 30 days, as far as they are kept, with the interval, confirmations and threshold of " +
  "this form: alerts gained and lost, each with its reason. Nothing is saved.";

/** Beside the form of a stored monitor: what the settings in it would have done. */
export function ReplayCard({ monitorId, question }: { monitorId: number; question: ReplayQuestion }) {
  const { ask, busy, answer, stale, problem } = useReplay(monitorId, question);
  return (
    <Card
      title="What would these settings have done?"
      aside={
        <Button size="sm" busy={busy} onClick={ask}>
          <History /> {stale ? "Replay again" : "Replay"}
        </Button>
      }
    >
      {problem && (
        <p role="alert" className="mb-3 text-down">
          {problem}
        </p>
      )}
      {answer ? (
        <ReplayView answer={answer} stale={stale || problem !== null} />
      ) : (
        <p className={busy ? "animate-breathe text-muted" : "text-muted"} aria-live="polite">
          {busy ? "Reading the stored results…" : EXPLANATION}
        </p>
      )}
    </Card>
  );
}
