import { expect, test } from "vitest";
import { type ConnectivityState, connectivityLoss, type Route } from "./connectivity";

const checks = (family: 4 | 6, ...answers: boolean[]): ConnectivityState[] =>
  answers.map((each) => ({ reach: "public", family, counts: true, answers: each }));
const route = (change: Partial<Route> = {}): Route => ({ reach: "public", families: [4], ...change });

test("blames the runner if no connectivity check answers", () => {
  expect(connectivityLoss(route(), checks(4, false, false, false))).toEqual({
    kind: "network_unreachable",
    lost: [{ ip_version: 4, answered: 0, asked: 3 }],
  });
});

test("blames the target if two of three checks answer, but not if only one does", () => {
  expect(connectivityLoss(route(), checks(4, true, true, false))).toBeNull();
  expect(connectivityLoss(route(), checks(4, true, false, false))).toMatchObject({
    lost: [{ answered: 1, asked: 3 }],
  });
});

test("one of two connectivity checks is enough", () => {
  expect(connectivityLoss(route(), checks(4, true, false))).toBeNull();
  expect(connectivityLoss(route(), checks(4, false, false))).not.toBeNull();
});

test("a lost IPv6 affects only targets reached over IPv6", () => {
  const state = [...checks(4, true, true, true), ...checks(6, false, false, false)];
  expect(connectivityLoss(route({ families: [6] }), state)).toMatchObject({ lost: [{ ip_version: 6 }] });
  expect(connectivityLoss(route({ families: [4] }), state)).toBeNull();
  // For an unresolved name, working IPv4 means that its name servers were reachable.
  expect(connectivityLoss(route({ families: [4, 6] }), state)).toBeNull();
});

test("ignores connectivity checks that never answered, as in a closed network", () => {
  const closed = checks(4, false, false, false).map((check) => ({ ...check, counts: false }));
  expect(connectivityLoss(route(), closed)).toBeNull();
  expect(connectivityLoss(route(), [])).toBeNull();
});

test("a single connectivity check is not evidence", () => {
  expect(connectivityLoss(route(), checks(4, false))).toBeNull();
});

test("a lost uplink says nothing about the local network or the machine itself", () => {
  const lost = checks(4, false, false, false);
  expect(connectivityLoss(route({ reach: "private" }), lost)).toBeNull();
  expect(connectivityLoss(route({ reach: "loopback" }), lost)).toBeNull();
});
