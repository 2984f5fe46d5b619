import { describe, expect, test } from "vitest";
import { DAY_MS } from "@/lib/shared/durations";
import { FIXTURE_NOW, outage, pageFixtureWith } from "@/lib/testing/pages/page-fixture";
import { recentDays } from "./recent-days";

/** Returns `from–to: what` per entry, days as November's. The page's now is November 21, 06:20. */
function daysOf(change: Parameters<typeof pageFixtureWith>[0]): string[] {
  return recentDays(pageFixtureWith(change)).map(({ from, to, began, named, silence }) => {
    const said = [
      ...named.map(({ slug }) => `named ${slug}`),
      ...began.map(({ slug }) => `began ${slug}`),
      ...(silence ? [silence] : []),
    ];
    return `${from.getUTCDate()}–${to.getUTCDate()}: ${said.join(", ")}`;
  });
}

describe("the last 14 days", () => {
  test("are one entry when nothing happened", () => {
    expect(daysOf({})).toEqual(["8–21: no incidents"]);
  });

  test("list an outage without an update on the day it began", () => {
    expect(daysOf({ incidents: [outage({ hoursAgo: 1 })] })).toEqual([
      "21–21: began ACME-1",
      "8–20: no incidents",
    ]);
  });

  test("name an incident that the top of the page shows", () => {
    const incidents = [outage({ hoursAgo: 1, update: "We look." })];
    expect(daysOf({ incidents })).toEqual(["21–21: named ACME-1", "8–20: no incidents"]);
  });

  test("list ongoing outages before those that ended later", () => {
    const ongoing = outage({ hoursAgo: 5 });
    const ended = { ...outage({ hoursAgo: 2, hours: 1 }), slug: "ACME-2" };
    const announced = { ...outage({ hoursAgo: 40, update: "We look." }), slug: "ACME-3" };
    expect(daysOf({ incidents: [ended, ongoing, announced] }).slice(0, 3)).toEqual([
      "21–21: named ACME-3, began ACME-1, began ACME-2",
      "19–20: named ACME-3",
      "8–18: no incidents",
    ]);
  });

  test("never call a day of a long outage a day without incidents", () => {
    expect(daysOf({ incidents: [outage({ hoursAgo: 80, hours: 60 })] })).toEqual([
      "21–21: no incidents",
      "18–20: named ACME-1",
      "17–17: began ACME-1",
      "8–16: no incidents",
    ]);
  });

  test("leave the day free that begins when an outage ends", () => {
    const hoursAgo = 6 + 20 / 60 + 2;
    expect(daysOf({ incidents: [outage({ hoursAgo, hours: 2 })] })[0]).toBe("21–21: no incidents");
  });

  test("say that a monitor had no data or wasn't there yet", () => {
    const createdAt = new Date(FIXTURE_NOW.getTime() - 3 * DAY_MS);
    const midnight = Date.UTC(2026, 10, 20);
    expect(daysOf({ monitor: { created_at: createdAt, unwatched_days: [midnight] } })).toEqual([
      "21–21: no incidents",
      "20–20: no data",
      "18–19: no incidents",
      "8–17: not monitored",
    ]);
  });

  test("count days in the page's zone", () => {
    const incidents = [outage({ hoursAgo: 10, hours: 1 })];
    expect(daysOf({ incidents, settings: { timeZone: "Asia/Kolkata" } })[0]).toBe("21–21: began ACME-1");
    expect(daysOf({ incidents })[0]).toBe("21–21: no incidents");
  });
});

test("hides an incident without an update that no component shows", () => {
  const general = { ...outage({ hoursAgo: 1 }), monitors: [] };
  const withdrawn = { ...outage({ hoursAgo: 1 }), withdrawn: true };
  const harmless = { ...outage({ hoursAgo: 1 }), impact: "operational" };
  for (const incident of [general, withdrawn, harmless])
    expect(pageFixtureWith({ incidents: [incident] }).incidents).toEqual([]);
});
