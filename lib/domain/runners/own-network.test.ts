import { expect, test } from "vitest";
import { type AnchorState, type FailedTarget, ownNetworkLoss } from "./own-network";

const anchors = (family: 4 | 6, ...answers: boolean[]): AnchorState[] =>
  answers.map((each) => ({ reach: "public", family, counts: true, answers: each }));
const target = (change: Partial<FailedTarget> = {}): FailedTarget => ({
  reach: "public",
  families: [4],
  ...change,
});

test("the uplink is lost: no anchor answers, and the failure may be ours", () => {
  expect(ownNetworkLoss(target(), anchors(4, false, false, false))).toBe(
    "the runner doubts its own network: 0 of 3 connectivity checks succeed over IPv4",
  );
});

test("two of three answer: the failure is the target's; one of three may be a last packet", () => {
  expect(ownNetworkLoss(target(), anchors(4, true, true, false))).toBeNull();
  expect(ownNetworkLoss(target(), anchors(4, true, false, false))).toContain("1 of 3 anchors");
});

test("of two anchors one is enough: the other may be down by itself", () => {
  expect(ownNetworkLoss(target(), anchors(4, true, false))).toBeNull();
  expect(ownNetworkLoss(target(), anchors(4, false, false))).not.toBeNull();
});

test("only IPv6 is lost: targets over IPv6 are doubted, those over IPv4 are not", () => {
  const state = [...anchors(4, true, true, true), ...anchors(6, false, false, false)];
  expect(ownNetworkLoss(target({ families: [6] }), state)).toContain("IPv6");
  expect(ownNetworkLoss(target({ families: [4] }), state)).toBeNull();
  // A name that could not be resolved: IPv4 works, so its name servers could have been asked.
  expect(ownNetworkLoss(target({ families: [4, 6] }), state)).toBeNull();
});

test("in a closed network no anchor ever answered: the runner does not doubt itself for ever", () => {
  const closed = anchors(4, false, false, false).map((anchor) => ({ ...anchor, counts: false }));
  expect(ownNetworkLoss(target(), closed)).toBeNull();
  expect(ownNetworkLoss(target(), [])).toBeNull();
});

test("one anchor alone is no evidence", () => {
  expect(ownNetworkLoss(target(), anchors(4, false))).toBeNull();
});

test("a lost uplink says nothing of a machine in the same network, nor of the machine itself", () => {
  const lost = anchors(4, false, false, false);
  expect(ownNetworkLoss(target({ reach: "private" }), lost)).toBeNull();
  expect(ownNetworkLoss(target({ reach: "loopback" }), lost)).toBeNull();
});
