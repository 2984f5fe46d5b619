/** A result as the runner's log tells that it was made. */
export interface Generated {
  readonly monitor: number;
  readonly region: string;
  readonly scheduledAt: string;
  readonly startedAt: string;
  readonly outcome: string;
}

/** The results that a runner's log at LOG_LEVEL=debug tells, oldest first. */
export function generatedIn(logText: string): Generated[] {
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
      },
    ];
  });
}

/** What names a result, and what it says: two that are equal in both are the same result. */
export function identity(result: Generated): string {
  return `${result.monitor} ${result.region} ${result.scheduledAt}`;
}

export function content(result: Generated): string {
  return `${result.startedAt} ${result.outcome}`;
}
