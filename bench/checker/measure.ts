/** CPU microseconds a check, over `count` checks of which `parallel` run at once. */
export async function cpuPerCheckUs(
  check: () => Promise<unknown>,
  count: number,
  parallel: number,
): Promise<number> {
  let left = count;
  const before = process.cpuUsage();
  const lane = async () => {
    while (left > 0) {
      left -= 1;
      await check();
    }
  };
  await Promise.all(Array.from({ length: parallel }, lane));
  const used = process.cpuUsage(before);
  return (used.user + used.system) / count;
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

/** By linear order: the smallest value that at least this share does not exceed. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil(sorted.length * share) - 1))] ?? 0;
}
