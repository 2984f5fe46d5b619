import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { now } from "@/lib/shared/clock";
import { DAY_MS } from "@/lib/shared/durations";
import { listed } from "@/lib/testing/screen/api";
import { aMonitor } from "@/lib/testing/screen/records";
import { renderScreen } from "@/lib/testing/screen/render";
import { LastDayCard } from "./last-day-card";

test("shows the availability in 7 days only of monitors that are as old", async () => {
  const of = (id: number, name: string, days: number) =>
    aMonitor({
      ...{ id, name, seven_days_availability: 54.54 },
      created_at: new Date(now().getTime() - days * DAY_MS).toISOString(),
    });
  renderScreen(<LastDayCard total={2} />, {
    answers: { listMonitors: listed([of(1, "Old", 8), of(2, "Young", 1)]), getStrips: { strips: [] } },
  });
  const textOf = async (name: string) => (await screen.findByText(name)).closest("li")?.textContent;
  expect(await textOf("Old")).toContain("54.54% available in 7 days");
  expect(await textOf("Young")).toContain("– available in 7 days");
});
