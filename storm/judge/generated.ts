/** A result as recorded in the runner's log. */
export interface Generated {
  readonly monitor: number;
  readonly region: string;
  readonly scheduledAt: string;
  readonly startedAt: string;
  readonly outcome: string;
  /** Index of the runner that created it; unknown for stored results. */
  readonly runner?: number;
}

/** Returns the results in the log of the runner with this index at LOG_LEVEL=debug, oldest first. */
export function generatedIn(logText: string, runner: number): Generated[] {
  return logText.split("\n").flatMap((line) => {
    if (!line.startsWith("{") || !line.includes('"message":"result created"')) return [];
    const said = JSON.parse(line) as Record<string, unknown>;
    return [
      {
        monitor: Number(said.monitor),
        region: String(said.region),
        scheduledAt: String(said.scheduled_at),
        startedAt: String(said.started_at),
        outcome: String(said.outcome),
        runner,
      },
    ];
  });
}

/** Returns what identifies a result. Two runners can create results with the same identity. */
export function identity(result: Generated): string {
  return `${result.monitor} ${result.region} ${result.scheduledAt}`;
}

export function content(result: Generated): string {
  return `${result.startedAt} ${result.outcome}`;
}
