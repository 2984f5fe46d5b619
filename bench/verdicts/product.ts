/** An HTTP endpoint to judge. */
export interface Watched {
  readonly name: string;
  readonly url: string;
  readonly method: "GET" | "HEAD" | "POST";
  /** Text that the body must contain; null if only the status counts. */
  readonly keyword: string | null;
  readonly verifiesTls: boolean;
}

/** State of a monitor according to a product; null before its first check. */
export type State = "up" | "down" | null;

export interface Alert {
  readonly name: string;
  readonly isDown: boolean;
}

/** A product that runs. */
export interface Running {
  /** Processes that it consists of, for their CPU time. */
  readonly pids: readonly number[];
  /** Watches all of them every 30 s. Alerts at the first failure, or as it does by default. */
  watch(watched: readonly Watched[], atFirstFailure: boolean): Promise<void>;
  states(): Promise<ReadonlyMap<string, State>>;
  stop(): Promise<void> | void;
}

/** A product that can be judged. */
export interface Product {
  readonly name: string;
  /** How to install it. */
  readonly help: string;
  /** Returns its version; null if it isn't installed. */
  version(): Promise<string | null> | string | null;
  /** Starts it with alerts to a URL. */
  start(webhook: string): Promise<Running>;
  /** Reads a webhook; null if it sends none itself. */
  readonly alertsIn: ((body: never) => Alert[]) | null;
}

export const INTERVAL_S = 30;
export const TIMEOUT_S = 5;
