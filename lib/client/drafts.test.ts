import { expect, test } from "vitest";
import { type DraftStorage, forgetDraft, forgetDrafts, keepDraft, readDraft } from "./drafts";

const NOW = new Date("2026-03-02T10:00:00Z");
const later = (days: number) => new Date(NOW.getTime() + days * 86_400_000);
const EMPTY = { content: "", monitors: [] as number[] };

function storage(): DraftStorage & { names(): string[] } {
  const items = new Map<string, string>();
  return {
    get length() {
      return items.size;
    },
    key: (index) => [...items.keys()][index] ?? null,
    getItem: (name) => items.get(name) ?? null,
    setItem: (name, value) => void items.set(name, value),
    removeItem: (name) => void items.delete(name),
    names: () => [...items.keys()],
  };
}

test("returns what was typed into the same form, until it is forgotten", () => {
  const kept = storage();
  keepDraft(kept, "1/7/comment-3", { content: "Half a", monitors: [4] }, NOW);
  expect(readDraft(kept, "1/7/comment-3", EMPTY, later(1))).toEqual({ content: "Half a", monitors: [4] });
  expect(readDraft(kept, "2/7/comment-3", EMPTY, later(1))).toBeNull();
  forgetDraft(kept, "1/7/comment-3");
  expect(readDraft(kept, "1/7/comment-3", EMPTY, later(1))).toBeNull();
});

test("ignores fields that the form doesn't have or that hold something else", () => {
  const kept = storage();
  keepDraft(kept, "form", { content: "Half a", monitors: "4", gone: true }, NOW);
  expect(readDraft(kept, "form", EMPTY, NOW)).toEqual({ content: "Half a", monitors: [] });
  for (const text of ["", "{", "null", "[]", '{"at":1}', `{"at":${NOW.getTime()},"value":{"gone":1}}`]) {
    kept.setItem("draft:form", text);
    expect(readDraft(kept, "form", EMPTY, NOW), text).toBeNull();
  }
});

test("forgets drafts after a week, and all of them at sign-out, and nothing else", () => {
  const kept = storage();
  kept.setItem("theme", "dark");
  keepDraft(kept, "old", { content: "a" }, NOW);
  keepDraft(kept, "new", { content: "b" }, later(7));
  expect(readDraft(kept, "old", EMPTY, later(8))).toBeNull();
  forgetDrafts(kept, "expired", later(8));
  expect(kept.names()).toEqual(["theme", "draft:new"]);
  forgetDrafts(kept, "all", later(8));
  expect(kept.names()).toEqual(["theme"]);
});

test("works without storage, and with one that is full", () => {
  const full = {
    ...storage(),
    setItem: () => {
      throw new DOMException("full", "QuotaExceededError");
    },
  };
  keepDraft(full, "form", { content: "a" }, NOW);
  keepDraft(null, "form", { content: "a" }, NOW);
  forgetDrafts(null, "all", NOW);
  expect(readDraft(null, "form", EMPTY, NOW)).toBeNull();
});
