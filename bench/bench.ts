export interface BenchOptions {
  /** Fewer and shorter rounds. */
  readonly quick: boolean;
  /** Resolves when no busy measurement runs beside this one. */
  readonly calm: Promise<unknown>;
}

export interface Measure {
  readonly value: number;
  /** Starts with the dimension, as in `ms p95`. */
  readonly unit: string;
  readonly ok: boolean;
  /** Rounds, or a control measurement, disagree too much to trust a miss. */
  readonly noisy: boolean;
  /** Nothing was measured here; the note says why. */
  readonly skipped?: boolean;
  readonly note?: string;
}

/** One measurement of a figure that we promise. It starts its own targets and peers, and kills only its own children. */
export interface Bench {
  readonly id: string;
  readonly title: string;
  readonly goal: string;
  /**
   * Runs it beside the others that mostly wait: `busy` if it counts what their load doesn't change, `idle` if it uses little CPU and measures
   * when it's calm. Otherwise it runs alone.
   */
  readonly beside?: "busy" | "idle";
  run(options: BenchOptions): Promise<Measure[]>;
}
