"use client";
import { History } from "lucide-react";
import { Suspense } from "react";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { lazyPart } from "@/components/ui/lazy-part";
import type { ReplayQuestion } from "@/lib/presenters/checks/replay-question";
import { useReplay } from "./use-replay";

const ReplayView = lazyPart(async () => (await import("./replay-view")).ReplayView);
const EXPLANATION =
  "Replays up to 30 days of stored results with the settings in this form. Shows which incidents it would have added, removed, or moved, and why. Nothing is saved.";

/** Shows, next to the form of an existing monitor, what its settings would have done. */
export function ReplayCard({ monitorId, question }: { monitorId: number; question: ReplayQuestion }) {
  const { ask, busy, answer, stale, problem } = useReplay(monitorId, question);
  return (
    <Card
      title="What would these settings have done?"
      aside={
        <Button size="sm" busy={busy} onClick={ask}>
          <History /> {stale ? "Replay again" : "Run replay"}
        </Button>
      }
    >
      {problem && (
        <p role="alert" className="mb-3 text-down">
          {problem}
        </p>
      )}
      {answer ? (
        <Suspense>
          <ReplayView answer={answer} stale={stale || problem !== null} />
        </Suspense>
      ) : (
        <p className={busy ? "animate-breathe text-muted" : "text-muted"} aria-live="polite">
          {busy ? "Replaying stored results…" : EXPLANATION}
        </p>
      )}
    </Card>
  );
}
