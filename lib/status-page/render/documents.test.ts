import { describe, expect, test } from "vitest";
import { present } from "@/lib/shared/assert";
import { buildModel } from "@/lib/status-page/model/build-model";
import { monitorsOf, type PageModel } from "@/lib/status-page/model/model";
import type { PageMonitorRow } from "@/lib/store/status-pages/rows";
import {
  FIXTURE_NOW,
  outage,
  pageFixture,
  pageFixtureWith,
  pageInput,
} from "@/lib/testing/pages/page-fixture";
import { pageScenes } from "@/lib/testing/pages/page-scenes";
import { componentDocument, homeDocument, incidentDocument } from "./documents";

const scenes = pageScenes();
const home = (change: Parameters<typeof pageFixtureWith>[0]) => homeDocument(pageFixtureWith(change));
const grouped = (open: boolean) => homeDocument(pageFixture({ monitors: 10, past: 0, open, grouped: true }));

test.each([...scenes])("%s has no scripts, no inline styles, and one heading of level 1", (_, html) => {
  expect(html).not.toMatch(/<script|<[^>]+ style=|javascript:|undefined|NaN|\[object/);
  expect(html.match(/<h1>/g)).toHaveLength(1);
});

describe("the components", () => {
  test("have a card for each day with trouble: percentage, minutes per state, and the incident", () => {
    const html = home({ incidents: [outage({ hoursAgo: 30, hours: 1.2 })] });
    expect(html).toContain(
      '<div class="n s5 t8 u8" tabindex="0"><div class="card"><b>Nov 20 · 95.00%</b><p>Major outage, 1 h 12 min</p><a href="/status/acme/incidents/ACME-1">Website is unavailable</a></div></div>',
    );
  });

  test("have the percentage of each day on the component's page", () => {
    const model = pageFixtureWith({ incidents: [outage({ hoursAgo: 30, hours: 1.2 })] });
    const html = componentDocument(model, present(monitorsOf(model.components)[0], "a component"), []);
    expect(html).toContain("<b>Nov 20 · 95.00%</b><p>Major outage, 1 h 12 min</p>");
    expect(html).toContain("<b>Nov 19 · 100%</b>");
  });

  test("escape the titles in those cards", () => {
    const row = { ...outage({ hoursAgo: 30, hours: 1, update: "We look." }), public_title: '<b>"&' };
    expect(home({ incidents: [row] })).toContain(">&lt;b&gt;&quot;&amp;</a>");
  });

  test("have a heading with the window of the percentages; a younger component names its own", () => {
    expect(home({})).toContain('<h2>Components</h2><p class="m">Availability over 90 days</p>');
    expect(home({})).toContain(">100% · 82 ms median<");
    expect(home({ monitor: { created_at: new Date("2026-11-12T10:00:00Z") } })).toContain(
      "100% since Nov 12",
    );
    expect(home({ settings: { showResponseTimes: false } })).not.toContain("median");
  });

  test("are in closed groups while all is well, and in open ones when not", () => {
    expect(grouped(false).match(/<details class="g">/g)).toHaveLength(2);
    expect(grouped(true).match(/<details class="g" open="">/g)).toHaveLength(1);
    expect(grouped(true)).toContain("2 of 4 affected");
  });

  test("share one axis", () => {
    expect(grouped(true).match(/class="ax m"/g)).toHaveLength(1);
  });
});

describe("a style", () => {
  const page = { monitors: 10, past: 0, open: false };
  const styleOf = (html: string) => /<style>([^<]*)<\/style>/.exec(html)?.[1] ?? "";

  test("has the symbols of the states shown, and no others", () => {
    const style = styleOf(home({}));
    expect(style).toContain(".s1{--i:path");
    expect(style).not.toContain(".s5{--i:path");
  });

  test("has no style rules that the document doesn't use", () => {
    expect(styleOf(homeDocument(pageFixture({ ...page, grouped: true })))).toContain(".g ul{");
    expect(styleOf(homeDocument(pageFixture({ ...page, grouped: false })))).not.toContain(".g ul{");
  });
});

test("turns amber once a promised update is missed, on the page and on the incident", () => {
  const promised = (at: string) => {
    const row = outage({ hoursAgo: 1, update: "We look." });
    const updates = row.updates.map((update) => ({ ...update, next_update_at: at }));
    return pageFixtureWith({ incidents: [{ ...row, updates }] });
  };
  const soon = promised("2026-11-21T06:30:00Z");
  const late = promised("2026-11-21T06:10:00Z");
  for (const show of [
    homeDocument,
    (model: PageModel) => incidentDocument(model, present(model.incidents[0], "")),
  ]) {
    expect(show(soon)).toMatch(/<p class="due">Next update by <time [^>]*>06:30 UTC</);
    expect(show(late)).toMatch(/<p class="due s3">The next update was due by <time [^>]*>06:10 UTC</);
  }
});

test("an incident below the banner repeats neither its components nor the day of its heading", () => {
  const open = home({ incidents: [outage({ hoursAgo: 1, update: "We look." })] });
  expect(open).toMatch(/<b>Reported<\/b> · since <time [^>]*>05:20 UTC<\/time><\/p>/);
  const ended = home({ incidents: [outage({ hoursAgo: 30, hours: 1, update: "We look." })] });
  expect(ended).toMatch(/<h3>November 20<\/h3><article .*<time [^>]*>00:20 UTC<\/time>, lasted 1 h/);
});

test("offers email first, with a form in the panel", () => {
  const panel = /<details class="sub">.*?<\/details>/.exec(scenes.get("up") ?? "")?.[0] ?? "";
  expect(panel).toContain('<form action="/status/acme/subscribe" method="post">');
  const order = ["Email", "Slack", "RSS feed", "Atom feed", "JSON feed", "Maintenance calendar"];
  expect(order.map((text) => panel.indexOf(text))).toEqual(
    order.map((text) => panel.indexOf(text)).sort((a, b) => a - b),
  );
});

test("does not claim that all is well while there are no new checks", () => {
  const html = scenes.get("stale") ?? "";
  expect(html).toContain("<h1>No current data</h1>");
  expect(html).not.toContain("All systems were operational then.");
  expect(html).toContain("<title>Acme status – No current data</title>");
  const rows = html.match(/<span class="st [^"]*">[^<]*/g) ?? [];
  expect(new Set(rows.map((row) => row.split(">")[1]))).toEqual(
    new Set(["No current data", "Not currently monitored"]),
  );
});

test("says that all systems were operational if each was at its last check", () => {
  const html = home({ monitor: { last_checked_at: new Date(FIXTURE_NOW.getTime() - 3_600_000) } });
  expect(html).toContain("All systems were operational then.");
});

test("claims no more in the banner than the components show, and names those without data", () => {
  const old = new Date(FIXTURE_NOW.getTime() - 20 * 60_000);
  const stale = (row: PageMonitorRow) => (row.id === 1 ? { ...row, last_checked_at: old } : row);
  const mixed = (row: PageMonitorRow) => (row.id === 2 ? { ...row, paused: true } : stale(row));
  const banner = (change: (row: PageMonitorRow) => PageMonitorRow) =>
    /<h1>.*?<p class="m">/.exec(homeDocument(withMonitors(change)))?.[0];
  expect(banner(stale)).toBe('<h1>No known problems</h1><p>Website: no current data</p><p class="m">');
  expect(banner(mixed)).toBe(
    '<h1>No known problems</h1><p>Website: no current data · Checkout: not currently monitored</p><p class="m">',
  );
  expect(banner((row) => row)).toBe('<h1>All systems operational</h1><p class="m">');
  expect(banner((row) => ({ ...row, paused: true }))).toBe('<h1>Not currently monitored</h1><p class="m">');
});

test("calls only the component without new checks unknown while the others are checked", () => {
  const old = new Date(FIXTURE_NOW.getTime() - 20 * 60_000);
  const model = withMonitors((row) => (row.id === 1 ? { ...row, last_checked_at: old } : row));
  expect(model.stale).toBe(false);
  expect(monitorsOf(model.components).map(({ unknown }) => unknown)).toEqual(["stale", null, null]);
});

test("waits for three intervals before a slow monitor has no current data", () => {
  const minutesAgo = (minutes: number) =>
    withMonitors((row) => ({
      ...row,
      last_checked_at: new Date(FIXTURE_NOW.getTime() - minutes * 60_000),
      interval_seconds: 1800,
    }));
  expect([minutesAgo(29).stale, minutesAgo(90).stale, minutesAgo(91).stale]).toEqual([false, false, true]);
  expect(minutesAgo(91).state).toBe("empty");
});

test("names the components in the headline's state in the banner, and the others with theirs", () => {
  const at = (minutes: number) => FIXTURE_NOW.getTime() - minutes * 60_000;
  const failing = (id: number, minutes: number, impact: string) => {
    const lasting = { to: null, up: [], all_failed: true, excluded: false, failing: true };
    return [{ ...lasting, from: at(minutes), incident: id, impact }];
  };
  const impacts = [
    failing(1, 60, "degraded_performance"),
    [...failing(2, 60, "degraded_performance"), ...failing(2, 20, "major_outage")],
  ];
  const html = homeDocument(withMonitors((row) => ({ ...row, impacts: impacts[row.id - 1] ?? [] })));
  expect(/<h1>.*?<p class="m">/.exec(html)?.[0]).toMatch(
    /^<h1>Major outage<\/h1><p><b>Checkout<\/b> since <time [^>]*>06:00 UTC<\/time><\/p><p>Degraded performance: Website<\/p>/,
  );
});

test("says since when many components are down once the outage has spread within minutes, not over hours", () => {
  const input = pageInput({ monitors: 8, past: 0, open: false, grouped: false });
  const banner = (minutesApart: number) => {
    const monitors = input.monitors.map((row, index) => {
      const from = FIXTURE_NOW.getTime() - (60 - index * minutesApart) * 60_000;
      const lasting = { to: null, up: [], all_failed: true, excluded: false, failing: true };
      return { ...row, impacts: [{ ...lasting, from, incident: 1, impact: "major_outage" }] };
    });
    return /<h1>.*?<p class="m">/.exec(homeDocument(buildModel({ ...input, monitors } as never)))?.[0];
  };
  expect(banner(1)).toMatch(/ more<\/b> since <time [^>]*>05:20 UTC<\/time>/);
  expect(banner(8)).not.toContain("since");
});

test("keeps the last known trouble of a component without new checks", () => {
  const old = new Date(FIXTURE_NOW.getTime() - 20 * 60_000);
  const model = pageFixtureWith({
    monitor: { last_checked_at: old },
    incidents: [outage({ hoursAgo: 1, update: "We look." })],
  });
  expect(monitorsOf(model.components)).toMatchObject([{ state: "major_outage", unknown: null }]);
});

function withMonitors(change: (row: PageMonitorRow) => PageMonitorRow): PageModel {
  const input = pageInput({ monitors: 3, past: 0, open: false, grouped: false });
  return buildModel({ ...input, monitors: input.monitors.map(change) });
}
