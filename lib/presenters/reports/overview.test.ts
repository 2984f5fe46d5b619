import { expect, test } from "vitest";
import type { Incident } from "@/lib/contract/incidents/incidents";
import type { AttentionMonitor, ExpiringCertificate, Overview } from "@/lib/contract/reports/overview";
import {
  certificateAttention,
  groupWords,
  headline,
  monitorAttention,
  monitorTotal,
  shownCounts,
  worstFirst,
} from "./overview";

const NOW = new Date("2026-03-01T12:00:00Z");
const NONE = { offline: 0, partial: 0, no_data: 0, fetching: 0, online: 0, paused: 0 };
const incidents = (total: number) => ({ total, data: [] });
const say = (
  monitors: Partial<Overview["monitors"]>,
  open = 0,
  alerting: Overview["alerting"] = { no_alerts: null, integrations: incidents(0) },
) => headline({ monitors: { ...NONE, ...monitors }, open_incidents: incidents(open), alerting });

const certificate = (not_after: string): ExpiringCertificate => ({
  id: 4,
  monitor_id: 9,
  monitor_name: "Shop",
  not_after,
  expires_first: null,
  warned_days: 14,
});

const monitor: AttentionMonitor = {
  id: 1,
  name: "Shop",
  status: "online",
  status_since: "2026-03-01T10:00:00Z",
  data_missing: true,
  region_threshold: 1,
  observed_regions: [
    {
      region: "eu-deu-fra",
      status: "online",
      response_time: 80,
      last_checked_at: null,
      silent: true,
      last_error: null,
    },
  ],
};

test("says how a certificate fails or is about to", () => {
  expect(certificateAttention(certificate("2026-02-27T11:00:00Z"), NOW)).toMatchObject({
    href: "/monitors/9",
    name: "Shop",
    state: "expired",
    why: "Its certificate expired 2 days ago",
  });
  expect(certificateAttention(certificate("2026-03-06T11:00:00Z"), NOW)).toMatchObject({
    state: "expiring",
    why: "Its certificate expires in 5 days",
  });
});

test("says why a monitor needs attention, and since when if it's down", () => {
  expect(monitorAttention(monitor)).toMatchObject({
    state: "no_data",
    since: null,
    why: expect.stringContaining("No data"),
  });
  const down = { ...monitor, status: "offline" as const, data_missing: false };
  expect(monitorAttention(down)).toMatchObject({ state: "offline", since: "2026-03-01T10:00:00Z" });
});

test("says how many regions fail, and that a monitor is online in spite of it", () => {
  const region = monitor.observed_regions[0] as AttentionMonitor["observed_regions"][number];
  const failing = { ...region, silent: false, last_error: { code: "timeout", message: "It timed out." } };
  const passing = { ...failing, region: "na-usa-iad" as const, last_error: null };
  const why = (status: AttentionMonitor["status"], ...observed_regions: (typeof region)[]) =>
    monitorAttention({ ...monitor, status, data_missing: false, observed_regions }).why;
  expect(why("online", passing, failing)).toBe(
    "Not confirmed yet, 1 of 2 regions failing. This server: It timed out.",
  );
  const cut = { ...failing, last_error: { code: "runner_offline", message: "Its network is down." } };
  expect(why("online", passing, cut)).toBe(
    "Inconclusive in 1 of 2 regions, which doesn't count as downtime. This server: Its network is down.",
  );
  expect(why("partial", passing, failing)).toBe("1 of 2 regions failing. This server: It timed out.");
  expect(why("offline", failing)).toBe("This server: It timed out.");
  expect(why("offline", passing)).toBe("Recovering. The latest checks passed.");
});

test("names the worst of all monitors in the headline", () => {
  expect(say({ offline: 25, online: 975 }, 3)).toBe("25 monitors offline");
  expect(say({ online: 9 }, 1)).toBe("1 open incident");
  expect(say({ offline: 25, partial: 1, online: 974 })).toBe("25 monitors offline");
  expect(say({ partial: 1, online: 974 })).toBe("1 monitor partially offline");
  expect(say({ no_data: 1, online: 9 })).toBe("1 monitor isn't being checked");
  expect(say({ no_data: 2, online: 9 })).toBe("2 monitors aren't being checked");
  expect(say({ online: 9 })).toBe("All monitors are online");
  expect(say({ online: 9 }, 0, null)).toBe("All monitors are online");
  const unalerted = { no_alerts: "no_alert_rule", integrations: incidents(0) } as const;
  expect(say({ online: 9 }, 0, unalerted)).toBe("All monitors are online, but outages alert no one");
});

test("shows every state that has a monitor, and the common ones always", () => {
  expect(shownCounts({ ...NONE, online: 9 }).map(({ state }) => state)).toEqual(["offline", "online"]);
  expect(shownCounts({ ...NONE, no_data: 4 })).toContainEqual({ state: "no_data", count: 4 });
  expect(monitorTotal({ ...NONE, online: 9, paused: 3 })).toBe(12);
});

test("says how many monitors of a group are in which state", () => {
  const group = { tag: "web", monitors: 1243, offline: 1230, partial: 3, since: null };
  expect(groupWords(group)).toBe("1,230 offline, 3 partially offline, 10 with a failing or silent region");
  expect(groupWords({ ...group, monitors: 2, offline: 2, partial: 0 })).toBe("2 offline");
});

test("lists the largest open incident first, and those that are recovering last", () => {
  const of = (id: number, status: string, monitors: number) =>
    ({ id, status, monitors: Array.from({ length: monitors }, () => 1) }) as unknown as Incident;
  const open = [of(4, "ongoing", 1), of(3, "recovering", 50), of(2, "ongoing", 43), of(1, "ongoing", 1)];
  expect(worstFirst(open).map(({ id }) => id)).toEqual([2, 4, 1, 3]);
});
