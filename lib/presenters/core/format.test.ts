import { describe, expect, test } from "vitest";
import { interval, ms, percent, wholeMs } from "./format";

describe("formatting", () => {
  test("truncates availability and never rounds it up", () => {
    expect(percent(99.999)).toBe("99.99%");
    expect(percent(100)).toBe("100%");
    expect(percent(64.1)).toBe("64.10%");
    expect(percent(null)).toBe("–");
  });
  test("switches from milliseconds to seconds at one second", () => {
    expect(ms(1.234)).toBe("1.2 ms");
    expect(ms(999)).toBe("999 ms");
    expect(ms(1240)).toBe("1.24 s");
    expect(ms(0.042)).toBe("0.04 ms");
  });
  test("shows whole milliseconds without decimals", () => {
    expect([0, 4, 999, 1240, null].map(wholeMs)).toEqual(["under 1 ms", "4 ms", "999 ms", "1.24 s", "–"]);
  });
  test("uses the singular for an interval of one", () => {
    expect(interval(60)).toBe("1 minute");
    expect(interval(300)).toBe("5 minutes");
  });
});
