import { expect, test } from "vitest";
import { type AnchorState, type FailedTarget, ownNetworkLoss } from "./own-network";

const anchors = (family: 4 | 6, ...answers: boolean[]): AnchorState[] =>
  answers.map((each) => ({ reach: "public", family, counts: true, answers: each }));
const target = (change: Partial<FailedTarget> = {}): FailedTarget => ({
  reach: "public",
  families: [4],
  ...change,
});

test("suspects its own network if all connectivity checks fail", () => {
  expect(ownNetworkLoss(target(), anchors(4, false, false, false))).toBe(
    "the runner doubts its own network: 0 of 3 connectivity checks succeed over IPv4",
  );
});

test("blames the target if two of three checks succeed, but not if only one does", () => {
  expect(ownNetworkLoss(target(), anchors(4, true, true, false))).toBeNull();
  expect(ownNetworkLoss(target(), anchors(4, true, false, false))).toContain("1 of 3 connectivity checks");
});

test("one of two connectivity checks is enough", () => {
  expect(ownNetworkLoss(target(), anchors(4, true, false))).toBeNull();
  expect(ownNetworkLoss(target(), anchors(4, false, false))).not.toBeNull();
});

test("a lost IPv6 affects only targets reached over IPv6", () => {
  const state = [...anchors(4, true, true, true), ...anchors(6, false, false, false)];
  expect(ownNetworkLoss(target({ families: [6] }), state)).toContain("IPv6");
  expect(ownNetworkLoss(target({ families: [4] }), state)).toBeNull();
  // For an unresolved name, working IPv4 means that its name servers were reachable.
  expect(ownNetworkLoss(target({ families: [4, 6] }), state)).toBeNull();
});

test("ignores connectivity checks that never succeeded, as in a closed network", () => {
  const closed = anchors(4, false, false, false).map((anchor) => ({ ...anchor, counts: false }));
  expect(ownNetworkLoss(target(), closed)).toBeNull();
  expect(ownNetworkLoss(target(), [])).toBeNull();
});

test("a single connectivity check is not evidence", () => {
  expect(ownNetworkLoss(target(), anchors(4, false))).toBeNull();
});

test("a lost uplink says nothing about the local network or the machine itself", () => {
  const lost = anchors(4, false, false, false);
  expect(ownNetworkLoss(target({ reach: "private" }), lost)).toBeNull();
  expect(ownNetworkLoss(target({ reach: "loopback" }), lost)).toBeNull();
});
