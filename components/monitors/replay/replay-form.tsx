"use client";
import { History } from "lucide-react";
import { useState } from "react";
import { SelectField } from "@/components/forms/fields";
import { Button } from "@/components/ui/button";
import { Options } from "@/components/ui/input";
import type { Monitor } from "@/lib/contract/monitors/monitors";
import { answerableIntervals } from "@/lib/presenters/checks/replay";
import { questionOf, type ReplayQuestion } from "@/lib/presenters/checks/replay-question";
import { counted, interval } from "@/lib/presenters/core/format";
import { ReplayView } from "./replay-view";
import { useReplay } from "./use-replay";

const UP_TO_FIVE = [1, 2, 3, 4, 5];

/** Asks for other settings and shows what they would have done. */
export function ReplayForm({ monitor }: { monitor: Monitor }) {
  const [question, setQuestion] = useState(() => questionOf(monitor));
  const { ask, busy, answer, stale, problem } = useReplay(monitor.id, question);
  const select = (name: keyof ReplayQuestion, label: string, options: readonly [number, string][]) => (
    <SelectField
      label={label}
      value={question[name]}
      onChange={(value) => setQuestion((before) => ({ ...before, [name]: value }))}
    >
      <Options
        of={options}
        option={([value, word]) => [value, value === monitor[name] ? `${word} (current)` : word]}
      />
    </SelectField>
  );
  const { length: regions } = monitor.regions;
  return (
    <div className="space-y-5">
      <div className="grid gap-4 sm:grid-cols-2">
        {select("incident_confirmations", "Consecutive failures", UP_TO_FIVE.map(failures))}
        {select("recovery_confirmations", "Consecutive successes", UP_TO_FIVE.map(successes))}
        {select("interval", "Interval", answerableIntervals(monitor.interval).map(everySo))}
        {regions > 1 &&
          select(
            "region_threshold",
            "Regions required",
            monitor.regions.map((_, at) => [at + 1, `${at + 1} of ${regions} regions`]),
          )}
      </div>
      <Button variant="primary" busy={busy} onClick={ask}>
        <History /> {stale ? "Replay again" : "Run replay"}
      </Button>
      {busy && <p className="animate-breathe text-muted">Replaying stored results…</p>}
      {problem && (
        <p role="alert" className="text-down">
          {problem}
        </p>
      )}
      {answer && <ReplayView answer={answer} stale={stale || problem !== null} />}
    </div>
  );
}

function failures(count: number): [number, string] {
  return [count, counted(count, "failure")];
}

function successes(count: number): [number, string] {
  return [count, counted(count, "success", "successes")];
}

function everySo(seconds: number): [number, string] {
  return [seconds, interval(seconds)];
}
