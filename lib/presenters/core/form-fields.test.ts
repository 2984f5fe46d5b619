import { expect, test } from "vitest";
import { createMonitorOf } from "@/lib/contract/monitors/input";
import { HttpRequest } from "@/lib/contract/protocols/http";
import { fieldInfos } from "./form-fields";

test("reads labels from the contract through defaults and nullables", () => {
  const fields = fieldInfos(createMonitorOf("http"));
  expect(fields.interval).toMatchObject({ label: "Interval" });
  expect(fieldInfos(HttpRequest).user_agent_secret?.label).toBe("User agent secret");
  for (const info of Object.values(fields)) expect(info.label.length).toBeGreaterThan(2);
});
