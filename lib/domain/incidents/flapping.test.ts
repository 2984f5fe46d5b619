import fc from "fast-check";
import { expect, test } from "vitest";
import { FLAPPING_SPAN_MS, recoveryWait, STABLE_RECOVERY_MS } from "./flapping";

const T0 = Date.parse("2026-03-01T10:00:00Z");
const minutes = (...given: number[]) => given.map((minute) => T0 + minute * 60_000);

test.each([
  { name: "the first recovery counts at once", earlier: [], at: 10, waits: false },
  { name: "the second within an hour too", earlier: [5], at: 20, waits: false },
  { name: "the third within an hour waits ten minutes", earlier: [5, 20], at: 40, waits: true },
  { name: "the fourth waits as well", earlier: [5, 20, 40], at: 55, waits: true },
  { name: "old recoveries don't count", earlier: [-120, -90], at: 10, waits: false },
  { name: "one old and one recent recovery aren't flapping", earlier: [-70, 5], at: 10, waits: false },
])("$name", ({ earlier, at, waits }) => {
  const [now = 0] = minutes(at);
  const wait = recoveryWait(minutes(...earlier), now);
  expect(wait === null).toBe(!waits);
  if (wait) expect(wait.until).toBe(now + STABLE_RECOVERY_MS);
});

test("the reason states since when, why, and until when", () => {
  expect(recoveryWait(minutes(5, 20), T0 + 40 * 60_000)?.reason).toBe(
    "It has been up since 10:40:00 UTC but is flapping: 3 recoveries within an hour. It counts as recovered if it stays up until 10:50:00 UTC",
  );
});

test("sends at most two recoveries within any hour, whatever the pattern", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 60_000, max: 1_800_000 }), { maxLength: 60 }), (gaps) => {
      const announced: number[] = [];
      let at = T0;
      for (const gap of gaps) {
        at += gap;
        const wait = recoveryWait(announced, at);
        // A pending recovery is sent only if nothing happens until its time.
        if (!wait) announced.push(at);
      }
      for (const recovery of announced) {
        const near = announced.filter((other) => other <= recovery && other > recovery - FLAPPING_SPAN_MS);
        expect(near.length).toBeLessThanOrEqual(2);
      }
    }),
  );
});
