import { expect, test } from "vitest";
import { postMortemDraft, timelineEntries } from "./timeline";

const EMPTY = {
  acknowledged_at: null,
  acknowledged_by: null,
  unnotified: null,
  unmatched_rules: null,
  monitors: [],
  omitted: [],
};

test("merges updates, decisions, comments, and notifications in order, each update once", () => {
  const entry = (at: string, kind: string, detail: Record<string, unknown> | null = null) => ({
    at,
    kind,
    text: kind,
    detail,
    exchanges: [],
  });
  const timeline = {
    ...EMPTY,
    entries: [
      entry("2026-01-01T00:03:00Z", "delivery", {
        event: "uptime.incident.created",
        status: "delivered",
        reason: null,
      }),
      entry("2026-01-01T00:02:00Z", "update"),
      entry("2026-01-01T00:01:00Z", "opened", { monitor_id: 7 }),
    ],
  };
  const update = {
    id: 7,
    project_id: 1,
    incident_id: 1,
    state: "investigating",
    content: "x",
    published_at: "2026-01-01T00:02:00Z",
    next_update_at: null,
    creator: { id: 1, type: "user", label: "Ada" },
    created_at: "2026-01-01T00:02:00Z",
    updated_at: "2026-01-01T00:02:00Z",
  } as const;
  expect(timelineEntries(timeline, [update]).map((line) => line.kind)).toEqual([
    "delivery",
    "update",
    "decision",
  ]);
  expect(timelineEntries(timeline, [update])[2]).toMatchObject({
    word: "Incident opened",
    checksHref: "/monitors/7?checks_from=2025-12-31T23%3A51%3A00Z&checks_to=2026-01-01T00%3A11%3A00Z#results",
  });
});

test("includes the Markdown of a post-mortem draft", () => {
  const draft = {
    at: "2026-01-01T00:03:00Z",
    kind: "post_mortem_drafted",
    text: "A draft was written.",
    detail: { markdown: "## Impact" },
    exchanges: [],
  };
  const timeline = {
    ...EMPTY,
    entries: [draft],
  };
  expect(timelineEntries(timeline, [])[0]).toMatchObject({
    word: "Post-mortem drafted",
    markdown: "## Impact",
  });
  expect(postMortemDraft(timeline)).toBe("## Impact");
  expect(postMortemDraft({ ...timeline, entries: [] })).toBeNull();
});
