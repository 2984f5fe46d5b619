import { expect, test } from "vitest";
import { HOUR_MS } from "@/lib/shared/durations";
import { DatabaseClock } from "./clock";

const START = Date.UTC(2026, 0, 31, 12);

/** A database, a wall clock, and a monotonic clock, all set by the test; an answer takes 4 ms. */
function machine(wallAheadMs = 0) {
  const at = { database: START, wall: START + wallAheadMs, steady: 5000, asked: 0, away: false };
  const pass = (ms: number) => {
    at.database += ms;
    at.wall += ms;
    at.steady += ms;
  };
  const ask = async () => {
    at.asked += 1;
    pass(2);
    if (at.away) throw new Error("away");
    const said = at.database;
    pass(2);
    return said;
  };
  const clock = new DatabaseClock({ ask, wallMs: () => at.wall, steadyMs: () => at.steady });
  return { at, pass, clock };
}

test("uses the database's time on a node whose clock is 30 s ahead", async () => {
  const { at, pass, clock } = machine(30_000);
  await clock.look();
  expect(Math.abs(clock.readMs() - at.database)).toBeLessThan(5);
  pass(4000);
  expect(Math.abs(clock.readMs() - at.database)).toBeLessThan(5);
});

test.each([HOUR_MS, 24 * HOUR_MS, -HOUR_MS])(
  "keeps its time when the wall clock jumps by %i ms",
  async (jump) => {
    const { at, pass, clock } = machine();
    await clock.look();
    pass(1000);
    at.wall += jump;
    expect(Math.abs(clock.readMs() - at.database)).toBeLessThan(5);
    await clock.look();
    expect(Math.abs(clock.readMs() - at.database)).toBeLessThan(5);
  },
);

test("asks the database immediately after a jump, and only once", async () => {
  const { at, clock } = machine();
  await clock.look();
  at.wall += HOUR_MS;
  for (let reads = 0; reads < 100; reads += 1) clock.readMs();
  await clock.look();
  for (let reads = 0; reads < 100; reads += 1) clock.readMs();
  expect(at.asked).toBe(2);
});

test("follows the database's time after one query when the machine slept for an hour", async () => {
  const { at, clock } = machine();
  await clock.look();
  at.wall += HOUR_MS;
  at.database += HOUR_MS;
  clock.readMs();
  await clock.look();
  expect(Math.abs(clock.readMs() - at.database)).toBeLessThan(5);
});

test("keeps counting while the database is unavailable", async () => {
  const { at, pass, clock } = machine(30_000);
  await clock.look();
  at.away = true;
  at.wall -= HOUR_MS;
  pass(60_000);
  await clock.look();
  expect(Math.abs(clock.readMs() - at.database)).toBeLessThan(5);
});
