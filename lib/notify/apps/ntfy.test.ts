import { expect, it } from "vitest";
import { makeNotice } from "@/lib/testing/notice";
import { ntfy } from "./ntfy";

it.each([
  ["ntfy.sh", "https://ntfy.sh/"],
  ["8.8.8.8", "https://8.8.8.8/"],
  ["8.8.8.8:8080", "https://8.8.8.8:8080/"],
  ["127.1", "https://127.1/"],
  ["127.0.0.1:8080", "http://127.0.0.1:8080/"],
  ["192.168.1.5", "http://192.168.1.5/"],
  ["localhost:2586", "http://localhost:2586/"],
])("sends an access token unencrypted only within the local network: %s", (hostname, url) => {
  const steps = ntfy.build(makeNotice("ntfy", { settings: { hostname, topic: "alerts" } }));
  expect(steps).toMatchObject([{ url }]);
});
