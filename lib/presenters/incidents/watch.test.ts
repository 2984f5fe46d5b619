import { expect, test } from "vitest";
import { incidentWatch } from "./watch";

const at = (clock: string) => `2026-11-26T${clock}:00Z`;
const downOf = ({ steps }: ReturnType<typeof incidentWatch>) => steps.map(({ down }) => down);

test("shows an outage that lasts until now, with half of its length before it", () => {
  const watch = incidentWatch(
    { incident_at: at("08:00"), recovery_at: null, impact: "major_outage" },
    new Date(at("10:00")),
  );
  expect(watch.from).toEqual(new Date(at("07:00")));
  expect(watch.to).toEqual(new Date(at("10:00")));
  expect(downOf(watch)).toEqual([...Array(32).fill(0), ...Array(64).fill(1)]);
});

test("shows the time after an outage that has ended, but never the future", () => {
  const ended = { incident_at: at("08:00"), recovery_at: at("10:00"), impact: "partial_outage" } as const;
  expect(incidentWatch(ended, new Date(at("10:30"))).to).toEqual(new Date(at("10:30")));
  const later = incidentWatch(ended, new Date(at("20:00")));
  expect(later.to).toEqual(new Date(at("11:00")));
  expect(downOf(later)).toEqual([...Array(24).fill(0), ...Array(48).fill(0.45), ...Array(24).fill(0)]);
});
