import { expect, test } from "vitest";
import { statuspage } from "@/lib/domain/config-file/importers/statuspage";
import { buildModel } from "@/lib/status-page/model/build-model";
import type { PageModel, PageSettings } from "@/lib/status-page/model/model";
import { basicRepresentations } from "@/lib/status-page/serve/representations";
import { createSnapshot } from "@/lib/status-page/serve/snapshot";
import {
  FIXTURE_SETTINGS,
  outage,
  pageFixture,
  pageFixtureWith,
  pageInput,
} from "@/lib/testing/pages/page-fixture";
import { calendar } from "./calendar";
import { atomFeed, jsonFeed, rssFeed } from "./feeds";
import { readJson } from "./statuspage-v2";

const WHOLE = { monitors: 6, past: 3, open: true, grouped: true, window: true } as const;
const MOVED: Partial<PageSettings> = {
  url: "http://elsewhere.example.net:8080",
  rootUrl: "http://elsewhere.example.net:8080",
  name: "Renamed",
  title: "Renamed",
};

const idsOf = (model: PageModel) => ({
  atom: atomFeed(model).match(/<id>[^<]*<\/id>/g),
  rss: rssFeed(model, false).match(/<guid [^<]*<\/guid>/g),
  slack: rssFeed(model, true).match(/<guid [^<]*<\/guid>/g),
  json: (JSON.parse(jsonFeed(model)) as { items: { id: string }[] }).items.map(({ id }) => id),
  calendar: calendar(model).match(/^UID:.*$/gm),
});

test("items of feeds and the calendar keep their IDs when the page gets another domain, scheme, and name", () => {
  const before = idsOf(pageFixture(WHOLE));
  expect(idsOf(pageFixture({ ...WHOLE, settings: MOVED }))).toEqual(before);
  for (const ids of Object.values(before)) {
    expect(ids?.length).toBeGreaterThan(0);
    expect(new Set(ids).size).toBe(ids?.length);
  }
  const other = idsOf(pageFixture({ ...WHOLE, settings: { id: 2 } }));
  expect(Object.values(other).flat()).not.toEqual(expect.arrayContaining([before.json[0]]));
});

test("the revision of a calendar's events counts up when the page that they link to changes", () => {
  const revision = (changedAt: Date) =>
    Number(/SEQUENCE:(\d+)/.exec(calendar(pageFixture({ ...WHOLE, settings: { changedAt } })))?.[1]);
  const { changedAt } = FIXTURE_SETTINGS;
  expect(revision(new Date(changedAt.getTime() + 500))).toBeGreaterThan(revision(changedAt));
});

/** Two groups with a component "API" each, of which the second fails. */
function twins(): PageModel {
  const input = pageInput({ monitors: 2, past: 0, open: false, grouped: false });
  const [first, second] = input.monitors.map((row) => ({ ...row, name: "API" }));
  const incident = { ...outage({ hoursAgo: 1 }), monitors: [2] };
  const group = (name: string, id: number) => ({
    componentable_type: "uptime/group" as const,
    name,
    is_expanded: true,
    components: [{ componentable_type: "uptime/monitor" as const, componentable_id: id, display_name: null }],
  });
  const monitors = [first, second].flatMap((row) => row ?? []);
  return buildModel({
    ...input,
    monitors,
    incidents: [incident],
    components: [group("US", 1), group("EU", 2)],
  });
}

interface Entry {
  name: string;
  components: { id: string; name: string }[];
  incident_updates: { status: string; body: string }[];
}
const read = (model: PageModel, path: string) =>
  JSON.parse(readJson(model, `api/v2/${path}.json`) ?? "") as Record<string, Entry[]>;

test("an incident names the component that fails, not another of the same name", () => {
  const model = twins();
  expect(read(model, "incidents").incidents?.[0]?.components).toMatchObject([{ id: "2", name: "API" }]);
  expect(model.incidents[0]?.affected).toEqual(["API (EU)"]);
});

test("an incident and a window have a first update and a first component", () => {
  const model = pageFixture(WHOLE);
  const window = read(model, "scheduled-maintenances").scheduled_maintenances?.[0];
  expect(window?.incident_updates).toMatchObject([
    { status: "scheduled", body: "Signing in may take a few seconds longer." },
  ]);
  expect(window?.components).toHaveLength(1);
  const general = pageFixtureWith({
    incidents: [{ ...outage({ hoursAgo: 1, update: "All is slow." }), monitors: [] }],
  });
  const incident = read(general, "incidents").incidents?.[0];
  expect(incident?.components).toMatchObject([{ name: "Website" }]);
  expect(incident?.incident_updates[0]?.body).toBe("All is slow.");
});

test("texts of feeds give times in the page's language and time zone", () => {
  const settings = { language: "de", timeZone: "Europe/Berlin" } as const;
  const feed = jsonFeed(
    pageFixtureWith({ incidents: [outage({ hoursAgo: 5, update: "Wir prüfen." })], settings }),
  );
  expect(feed).toContain("21. November 2026, 02:20 MEZ");
  const laterFeed = jsonFeed(pageFixtureWith({ incidents: [outage({ hoursAgo: 5, hours: 1 })], settings }));
  expect(laterFeed).toContain("02:20 MEZ");
  expect(feed + laterFeed).not.toMatch(/"content_html":"[^"]*\d{4}-\d\d-\d\dT/);
});

test("a page that isn't listed may be crawled, and says in each response that it isn't to be listed", () => {
  const hidden = pageFixture({ ...WHOLE, settings: { indexed: false } });
  const robots = basicRepresentations(hidden).find(({ path }) => path === "robots.txt");
  expect(robots?.text).toBe("User-agent: *\nAllow: /\n");
  const snapshot = createSnapshot({ path: "", contentType: "text/html", text: "", unlisted: true });
  expect(snapshot.headers["X-Robots-Tag"]).toBe("noindex");
});

test("the summary of a page imports as a page with the same groups and components", () => {
  const model = pageFixture({ ...WHOLE, settings: MOVED });
  const imported = statuspage.parse(readJson(model, "api/v2/summary.json") ?? "");
  const draft = "draft" in imported ? imported.draft : null;
  expect(draft?.items.length).toBe(WHOLE.monitors + 1);
  expect((draft?.items.length ?? 0) + (draft?.skipped.length ?? 0)).toBe(draft?.count);
  const page = draft?.items.at(-1)?.fields as {
    name: string;
    components: { group: string; components: object[] }[];
  };
  expect(page.name).toBe("Renamed");
  expect(page.components.flatMap(({ components }) => components)).toHaveLength(WHOLE.monitors);
});
