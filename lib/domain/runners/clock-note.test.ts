import { expect, test } from "vitest";
import { clockNote } from "./clock-note";

const note = (clock_ahead_ms: number, sent_ahead_ms: number) => clockNote({ clock_ahead_ms, sent_ahead_ms });

test("a runner that allows for its machine's clock says whose clock is off, and that its times are right", () => {
  expect(note(30_000, -20)).toBe(
    "Its clock is 30 seconds ahead of the server's, so it uses the server's time. Sync that machine's clock with NTP.",
  );
  expect(note(-7200_000, 15)).toBe(
    "Its clock is 120 minutes behind the server's, so it uses the server's time. Sync that machine's clock with NTP.",
  );
});

test("one of an older version says what becomes of its results", () => {
  expect(note(30_000, 30_000)).toBe(
    "Its clock is 30 seconds ahead of the server's, so its times are corrected. Sync that machine's clock with NTP.",
  );
  expect(note(3600_000, 3600_000)).toContain(
    "60 minutes ahead of the server's: its results lie in the future",
  );
  expect(note(-300_000, -300_000)).toContain(
    "5 minutes behind the server's: its incidents begin and end at wrong",
  );
});

test("nothing is said of clocks that agree, nor of a slow network", () => {
  expect(note(0, -18_000)).toBeNull();
  expect(note(900, 880)).toBeNull();
  expect(note(-18_000, -18_000)).toBeNull();
  expect(clockNote(undefined)).toBeNull();
});
