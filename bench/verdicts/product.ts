/** An HTTP endpoint to judge. */
export interface Watched {
  readonly name: string;
  readonly url: string;
  readonly method: "GET" | "HEAD" | "POST";
  /** Text that the body must contain; null if only the status counts. */
  readonly keyword: string | null;
  readonly verifiesTls: boolean;
}

/** What a product thinks of a monitor; null before its first check. */
export type State = "up" | "down" | null;

export interface Alert {
  readonly name: string;
  readonly isDown: boolean;
}

/** How a product confirms: after the first failure, to see what it thinks of a response, or as it does by default. */
export type Confirming = "first failure" | "defaults";

/** A product that runs. */
export interface Running {
  /** Processes that it consists of, for their CPU time. */
  readonly pids: readonly number[];
  /** Watches all of them every 30 s, with a timeout of `TIMEOUT_S`. */
  watch(watched: readonly Watched[], confirming: Confirming): Promise<void>;
  states(): Promise<ReadonlyMap<string, State>>;
  stop(): Promise<void> | void;
}

/** A product that can be judged: how to start it, and how it tells what it thinks. */
export interface Product {
  readonly name: string;
  /** What is missing here; null if it can be started. */
  missing(): string | null;
  version(): Promise<string>;
  /** Starts it with webhooks to a URL. `null` for `alertsIn` if it sends none itself. */
  start(webhook: string): Promise<Running>;
  readonly alertsIn: ((body: unknown) => Alert[]) | null;
}

export const INTERVAL_S = 30;
export const TIMEOUT_S = 5;
