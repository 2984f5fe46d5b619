import type { MonitorSort } from "@/lib/contract/monitors/monitors";

/** The orders to choose from where the list has no column heads. */
export const SORT_CHOICES: readonly [MonitorSort, string][] = [
  ["state", "Failing first"],
  ["-state", "Failing last"],
  ["name", "Name, A to Z"],
  ["-name", "Name, Z to A"],
  ["-response_time", "Slowest first"],
  ["response_time", "Fastest first"],
  ["seven_days_availability", "Least available first"],
  ["-seven_days_availability", "Most available first"],
  ["-last_checked_at", "Most recently checked first"],
  ["last_checked_at", "Least recently checked first"],
];
