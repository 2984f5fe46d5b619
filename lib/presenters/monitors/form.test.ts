import { expect, test } from "vitest";
import {
  INTERVALS_SECONDS as CONTRACT_INTERVALS,
  TIMEOUTS_MS as CONTRACT_TIMEOUTS,
} from "@/lib/contract/monitors/fields";
import { CreateMonitor } from "@/lib/contract/monitors/input";
import { bodyOf, INTERVALS_SECONDS, NEW_DRAFT, suggestions, TIMEOUTS_MS } from "./form";

test("every protocol's draft is a monitor the contract accepts", () => {
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
test("a body goes only with the methods that carry one", () => {
  expect(bodyOf({ ...NEW_DRAFT, url: "a.example", body: "x", method: "GET" }).request).toMatchObject({
    body: null,
  });
  expect(bodyOf({ ...NEW_DRAFT, url: "a.example", body: "x", method: "POST" }).request).toMatchObject({
    body: "x",
  });
});
test("offered intervals and timeouts are the contract's", () => {
  expect([...INTERVALS_SECONDS]).toEqual([...CONTRACT_INTERVALS]);
  for (const timeout of TIMEOUTS_MS) expect(CONTRACT_TIMEOUTS).toContain(timeout);
});

test("three regions are advised only where a runner stands elsewhere: of one machine three see no more than one", () => {
  expect(suggestions(NEW_DRAFT)).toContain(
    "One region can't tell your outage from its own. Three regions can.",
  );
  expect(suggestions(NEW_DRAFT, false)[0]).toMatch(/^One machine .* Settings, Regions adds one\.$/);
});
