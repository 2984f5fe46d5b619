import { expect, it } from "vitest";
import { ntfy as contract } from "@/lib/contract/apps/ntfy";
import { makeNotice } from "@/lib/testing/notifications/notice";
import type { HttpStep } from "../notice";
import { ntfy } from "./ntfy";

it.each([
  ["ntfy.sh", "https://ntfy.sh/"],
  ["8.8.8.8", "https://8.8.8.8/"],
  ["8.8.8.8:8080", "https://8.8.8.8:8080/"],
  ["127.1", "https://127.1/"],
  ["127.0.0.1:8080", "http://127.0.0.1:8080/"],
  ["192.168.1.5", "http://192.168.1.5/"],
  ["localhost:2586", "http://localhost:2586/"],
  ["ntfy.internal", "https://ntfy.internal/"],
  ["http://ntfy.internal", "http://ntfy.internal/"],
  ["http://ntfy.internal:8080/", "http://ntfy.internal:8080/"],
  ["https://10.0.0.5", "https://10.0.0.5/"],
])("sends an access token unencrypted only within the local network: %s", (hostname, url) => {
  const steps = ntfy.build(makeNotice("ntfy", { settings: { hostname, topic: "alerts" } }));
  expect(steps).toMatchObject([{ url }]);
});

it.each([
  [
    { access_token: "tk_0123456789abcdefghijklmnopqrs", basic_auth: "a:b" },
    "Bearer tk_0123456789abcdefghijklmnopqrs",
  ],
  [{ basic_auth: "vedette:pässword:1" }, `Basic ${Buffer.from("vedette:pässword:1").toString("base64")}`],
  [{}, undefined],
])("authenticates with %o", (credentials, header) => {
  const settings = { hostname: "ntfy.sh", topic: "alerts", ...credentials };
  const [step] = ntfy.build(makeNotice("ntfy", { settings })) as HttpStep[];
  expect(step?.headers.Authorization).toBe(header);
});

it.each([
  ["ntfy.sh", true],
  ["http://ntfy.internal:8080", true],
  ["https://ntfy.internal/", true],
  ["ftp://ntfy.internal", false],
  ["https://ntfy.internal/topic", false],
  ["https://user:pass@ntfy.internal", false],
  ["http://", false],
])("takes %s as a server: %s", (hostname, isTaken) => {
  const { success } = contract.settings.safeParse({ hostname, topic: "alerts" });
  expect(success).toBe(isTaken);
});
