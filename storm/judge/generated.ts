/** A result as recorded in the runner's log. */
export interface Generated {
  readonly monitor: number;
  readonly region: string;
  readonly scheduledAt: string;
  readonly startedAt: string;
  readonly outcome: string;
}

/** Returns the results in a runner's log at LOG_LEVEL=debug, oldest first. */
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

/** Returns what identifies a result. Two with equal identity and content are the same result. */
export function identity(result: Generated): string {
  return `${result.monitor} ${result.region} ${result.scheduledAt}`;
}

export function content(result: Generated): string {
  return `${result.startedAt} ${result.outcome}`;
}
