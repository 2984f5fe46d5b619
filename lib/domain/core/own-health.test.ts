import { expect, test } from "vitest";
import {
  dueEpisodes,
  type Episode,
  type HealthPart,
  HISTORY,
  historyStart,
  nextEpisodes,
} from "./own-health";

const at = (minutes: number) => new Date(Date.UTC(2026, 10, 23, 3, minutes));
const failing = (...parts: HealthPart[]) => new Map(parts.map((part) => [part, "It fails."]));
const due = (episodes: readonly Episode[], minutes: number) =>
  dueEpisodes(episodes, { now: at(minutes), afterMs: 5 * 60_000 }).map(({ part }) => part);

test("a problem is due once it has lasted, and a shorter one never", () => {
  let episodes = nextEpisodes([], failing("pages", "disk"), at(0));
  expect(due(episodes, 0)).toEqual([]);
  episodes = nextEpisodes(episodes, failing("disk"), at(4));
  episodes = nextEpisodes(episodes, failing("disk", "pages"), at(5));
  expect(due(episodes, 5)).toEqual(["disk"]);
});

test("stalled jobs are due at once, because they were found after a missed minute", () => {
  expect(due(nextEpisodes([], failing("clock", "pages"), at(0)), 0)).toEqual(["clock"]);
});

test("an alerted problem isn't due again, and stays known until its end is announced", () => {
  const [first] = nextEpisodes([], failing("clock"), at(0));
  const alerted = first ? [{ ...first, alerted: true }] : [];
  const after = nextEpisodes(alerted, failing("clock"), at(9));
  expect(due(after, 9)).toEqual([]);
  expect(nextEpisodes(after, failing(), at(10))).toEqual(after);
});

test("while the database is unavailable, other problems neither end nor fall due", () => {
  const before = nextEpisodes([], failing("notifications"), at(0));
  const away = nextEpisodes(before, failing("database"), at(1));
  expect(away.map(({ part }) => part)).toEqual(["notifications", "database"]);
  expect(due(nextEpisodes(away, failing("database"), at(6)), 6)).toEqual(["database"]);
});

test("the last cell of a history contains the present", () => {
  const start = historyStart(at(59), HISTORY.day);
  expect(start).toEqual(new Date("2026-11-22T04:00:00Z"));
});
