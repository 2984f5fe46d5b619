import { parseFeed } from "@rowanmanning/feed-parser";
import { sync, type VEvent } from "node-ical";
import RssParser from "rss-parser";
import { expect, test } from "vitest";
import type { PageModel, PageSettings } from "@/lib/status-page/model/model";
import { FIXTURE_SETTINGS, pageFixture } from "@/lib/testing/pages/page-fixture";
import { calendar } from "./calendar";
import { atomFeed, rssFeed } from "./feeds";

const WHOLE = { monitors: 6, past: 3, open: true, grouped: true, window: true } as const;
/** Settings that change with another APP_URL, a custom domain, or another name. */
const MOVES: Readonly<Record<string, Partial<PageSettings>>> = {
  "another APP_URL": { url: "http://10.0.0.5:8080/status/acme", rootUrl: "http://10.0.0.5:8080/status/acme" },
  "a custom domain": { url: "https://status.acme.example", rootUrl: "https://status.acme.example" },
  "another name": { name: "Renamed & <Co>", title: "Renamed & <Co>" },
};

interface Read {
  readonly title: string;
  readonly items: readonly {
    readonly id: string;
    readonly url: string;
    readonly title: string;
    readonly updatedMs: number;
  }[];
}

/** The programs that read a page's feeds, as their users call them. */
const READERS: Readonly<Record<string, (model: PageModel) => Promise<Read>>> = {
  "feed-parser reads RSS": (model) => ofFeedParser(rssFeed(model, false)),
  "feed-parser reads RSS for Slack": (model) => ofFeedParser(rssFeed(model, true)),
  "feed-parser reads Atom": (model) => ofFeedParser(atomFeed(model)),
  "rss-parser reads RSS": (model) => ofRssParser(rssFeed(model, false)),
  "rss-parser reads Atom": (model) => ofRssParser(atomFeed(model)),
};

async function ofFeedParser(text: string): Promise<Read> {
  const { title, items } = parseFeed(text);
  return {
    title: title ?? "",
    items: items.map((item) => ({
      id: item.id ?? "",
      url: item.url ?? "",
      title: item.title ?? "",
      updatedMs: (item.updated ?? item.published)?.getTime() ?? Number.NaN,
    })),
  };
}

async function ofRssParser(text: string): Promise<Read> {
  const { title, items } = await new RssParser().parseString(text);
  return {
    title: title ?? "",
    items: items.map((item) => ({
      id: item.guid ?? String((item as { id?: string }).id ?? ""),
      url: item.link ?? "",
      title: item.title ?? "",
      updatedMs: Date.parse(item.isoDate ?? ""),
    })),
  };
}

test.each(Object.entries(READERS))("%s: every item has an ID, address, title, and time", async (_, read) => {
  const { title, items } = await read(pageFixture(WHOLE));
  expect(title).toBe(FIXTURE_SETTINGS.title);
  expect(items.length).toBeGreaterThan(3);
  expect(new Set(items.map(({ id }) => id)).size).toBe(items.length);
  for (const item of items) {
    expect(item).toMatchObject({
      id: expect.stringMatching(/^urn:uuid:/),
      title: expect.stringMatching(/./),
    });
    expect(item.url).toMatch(/^https:\/\/status\.example\.com\/incidents\//);
    expect(item.updatedMs).toBeGreaterThan(0);
  }
});

test.each(Object.entries(READERS))(
  "%s: items are the same ones after a page moves or is renamed",
  async (_, read) => {
    const before = await read(pageFixture(WHOLE));
    for (const settings of Object.values(MOVES)) {
      const after = await read(pageFixture({ ...WHOLE, settings }));
      expect(after.title).toBe(settings.title ?? before.title);
      expect(after.items.map(({ id, updatedMs }) => [id, updatedMs])).toEqual(
        before.items.map(({ id, updatedMs }) => [id, updatedMs]),
      );
      for (const { url } of after.items)
        expect(url.startsWith(settings.url ?? FIXTURE_SETTINGS.url)).toBe(true);
    }
  },
);

function eventsOf(model: PageModel): VEvent[] {
  return Object.values(sync.parseICS(calendar(model))).flatMap((part) =>
    part?.type === "VEVENT" ? [part] : [],
  );
}

test("node-ical reads each window with its times, title, and address", () => {
  const model = pageFixture(WHOLE);
  const events = eventsOf(model);
  expect(events).toHaveLength(model.windows.length + model.recurrences.length);
  const [window] = model.windows;
  expect(events[0]).toMatchObject({
    summary: window?.title,
    start: window?.startsAt,
    end: window?.endsAt,
    url: expect.stringContaining(`${FIXTURE_SETTINGS.url}/maintenance/`),
  });
});

test.each(Object.entries(MOVES))(
  "node-ical sees the same events, in a later revision, after %s",
  (_, settings) => {
    const revisions = (model: PageModel) =>
      eventsOf(model).map((event) => [event.uid, Number(event.sequence)] as const);
    const before = revisions(pageFixture(WHOLE));
    const changedAt = new Date(FIXTURE_SETTINGS.changedAt.getTime() + 1000);
    const after = revisions(pageFixture({ ...WHOLE, settings: { ...settings, changedAt } }));
    expect(after.map(([uid]) => uid)).toEqual(before.map(([uid]) => uid));
    for (const [at, [, sequence]] of after.entries())
      expect(sequence).toBeGreaterThan(before[at]?.[1] ?? Number.NaN);
  },
);
