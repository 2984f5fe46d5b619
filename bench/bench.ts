export interface BenchOptions {
  /** Fewer and shorter runs; the entire table takes 90 seconds or less. */
  readonly quick: boolean;
}

export interface Measure {
  readonly value: number;
  readonly unit: string;
  readonly ok: boolean;
  /** A control measurement found the machine too noisy to trust this one. */
  readonly noisy: boolean;
  readonly note?: string;
}

/** One measurement of a figure that we promise. It starts its own targets and peers, and kills only its own children. */
export interface Bench {
  readonly id: string;
  readonly title: string;
  readonly goal: string;
  run(options: BenchOptions): Promise<Measure[]>;
}
