import { expect, test } from "vitest";
import { clockCorrection, clockNote } from "./clock";

test("corrects a clock only as far as a response proves, so a slow network causes no error", () => {
  const at = 1_000_000;
  expect(clockCorrection(at + 10, { saidMs: at, tookMs: 20 }, 50)).toBe(0);
  expect(clockCorrection(at + 8000, { saidMs: at, tookMs: 9000 }, 50)).toBe(0);
  expect(clockCorrection(at - 40, { saidMs: at, tookMs: 20 }, 50)).toBe(0);
  expect(clockCorrection(at + 30_010, { saidMs: at, tookMs: 20 }, 50)).toBe(-30_000);
  expect(clockCorrection(at - 3600_000, { saidMs: at, tookMs: 20 }, 50)).toBe(3600_010);
});

test("takes a long wait for the server's, which says the time when it responds", () => {
  const at = 1_000_000;
  expect(clockCorrection(at - 3600_000, { saidMs: at, tookMs: 12_000 }, 50)).toBe(3600_500);
});

const note = (clock_ahead_ms: number, sent_ahead_ms: number) => clockNote({ clock_ahead_ms, sent_ahead_ms });

test("names the wrong clock of a runner that corrects for it", () => {
  expect(note(30_000, -20)).toBe(
    "Its clock is 30 seconds ahead of the server's, so it uses the server's time. Sync that machine's clock with NTP.",
  );
  expect(note(-7200_000, 15)).toBe(
    "Its clock is 120 minutes behind the server's, so it uses the server's time. Sync that machine's clock with NTP.",
  );
});

test("explains what happens to the results of a runner that sends its own time", () => {
  expect(note(0, 3600_000)).toContain(
    "60 minutes ahead of the server's, so its results are dated in the future",
  );
  expect(note(0, -300_000)).toContain(
    "5 minutes behind the server's, so its incidents start and end at the wrong",
  );
});

test("says nothing about matching clocks or a slow network", () => {
  expect(note(0, -18_000)).toBeNull();
  expect(note(900, 880)).toBeNull();
  expect(clockNote(undefined)).toBeNull();
});
