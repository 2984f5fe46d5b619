import { describe, expect, test } from "vitest";
import { checkedWords, IDLE_RUN, waterfall } from "./check-run";
import { stepRun } from "./check-steps";

const dns = { region: "eu-deu-fra", phase: "dns", took_us: 1000, detail: null } as const;
const connect = { region: "eu-deu-fra", phase: "connect", took_us: 3000, detail: "192.0.2.1" } as const;

describe("a running check", () => {
  test("collects phases by region", () => {
    const first = stepRun(IDLE_RUN, { event: "phase", data: dns });
    const second = stepRun(first, { event: "phase", data: connect });
    expect(second.phases["eu-deu-fra"]?.map((phase) => phase.phase)).toEqual(["dns", "connect"]);
  });
  test("gives the hops of a redirect separate bars", () => {
    const keys = waterfall([dns, connect, dns, connect]).map(({ key }) => key);
    expect(new Set(keys).size).toBe(4);
  });
  test("places bars one after another in proportion", () => {
    const [first, second] = waterfall([dns, connect]);
    expect(first).toMatchObject({ left: 0, word: "DNS" });
    expect(second?.left).toBeCloseTo(24.5);
    expect(second?.width).toBeCloseTo(73.5);
  });
});

test("says in how many regions a finished check was up", () => {
  expect(checkedWords([{ outcome: "up" }, { outcome: "down" }])).toBe("Up in 1 of 2 regions");
  expect(checkedWords([{ outcome: "down" }])).toBe("Not up");
});
