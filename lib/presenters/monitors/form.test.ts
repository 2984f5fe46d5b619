import { expect, test } from "vitest";
import {
  INTERVALS_SECONDS as CONTRACT_INTERVALS,
  TIMEOUTS_MS as CONTRACT_TIMEOUTS,
} from "@/lib/contract/monitors/fields";
import { CreateMonitor } from "@/lib/contract/monitors/input";
import { bodyOf, INTERVALS_SECONDS, NEW_DRAFT, suggestions, TIMEOUTS_MS } from "./form";

test("the contract accepts a draft of every protocol", () => {
  expect(CreateMonitor.parse(bodyOf({ ...NEW_DRAFT, url: "example.com/health" }))).toMatchObject({
    name: "example.com",
  });
  expect(
    CreateMonitor.parse(bodyOf({ ...NEW_DRAFT, protocol: "tcp", host: "db.example.com", port: "5432" })),
  ).toMatchObject({
    request: { host: "db.example.com", port: "5432" },
  });
  expect(CreateMonitor.parse(bodyOf({ ...NEW_DRAFT, protocol: "icmp", host: "192.0.2.1" }))).toMatchObject({
    success_assertions: [],
  });
});
test("sends a body only with methods that carry one", () => {
  expect(bodyOf({ ...NEW_DRAFT, url: "a.example", body: "x", method: "GET" }).request).toMatchObject({
    body: null,
  });
  expect(bodyOf({ ...NEW_DRAFT, url: "a.example", body: "x", method: "POST" }).request).toMatchObject({
    body: "x",
  });
});
test("offers the contract's intervals and timeouts", () => {
  expect([...INTERVALS_SECONDS]).toEqual([...CONTRACT_INTERVALS]);
  for (const timeout of TIMEOUTS_MS) expect(CONTRACT_TIMEOUTS).toContain(timeout);
});

test("suggests three regions only if there is a remote runner, since one machine sees the same from all", () => {
  expect(suggestions(NEW_DRAFT)).toContain(
    "A single region can't distinguish your outages from its own. Use three regions.",
  );
  expect(suggestions(NEW_DRAFT, false)[0]).toMatch(/^A single machine .* in Settings → Regions\.$/);
});
