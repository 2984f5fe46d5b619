import { expect, test } from "vitest";
import { doubtKind } from "./self-check-kind";

test.each([
  ["the runner failed its self-check: a probe that is always up was down (connection refused)", "canaries"],
  ["the runner was overloaded: its event loop lagged 812 ms", "lag"],
  ["the runner was overloaded: it lacked file descriptors, ports or memory to check with", "limits"],
  ["the runner doubts its own name servers: they answer nothing (ETIMEOUT)", "name servers"],
  ["the runner doubts its own network: 0 of 3 connectivity checks succeed over IPv4", "network"],
  ["a message of another version", "network"],
])("%s", (reason, kind) => {
  expect(doubtKind(reason)).toBe(kind);
});
