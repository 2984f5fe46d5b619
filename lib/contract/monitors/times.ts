// Without the schema parser, for the form.

export const INTERVALS_SECONDS = [30, 60, 120, 180, 300, 600, 900, 1800, 3600] as const;
export const TIMEOUTS_MS = [
  1000, 2000, 3000, 4000, 5000, 6000, 7000, 8000, 9000, 10000, 15000, 20000, 25000, 30000,
] as const;
