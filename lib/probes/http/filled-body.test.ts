import { afterEach, expect, test } from "vitest";
import { keepTimeBy } from "@/lib/shared/clock";
import { filledBody } from "./http";

afterEach(() => keepTimeBy(null));

test("replaces the variables of a body, and leaves other braces alone", () => {
  keepTimeBy(() => Date.UTC(2026, 0, 31, 12) + 900);
  const body = '{"at":{{timestamp}},"id":"{{ uuid }}","other":"{{ user.name }} {x} {{TIMESTAMP}}"}';
  expect(filledBody(body)).toMatch(
    /^\{"at":1769860800,"id":"[0-9a-f-]{36}","other":"\{\{ user.name \}\} \{x\} \{\{TIMESTAMP\}\}"\}$/,
  );
  expect(new Set(filledBody("{{uuid}} {{uuid}}")?.split(" ")).size).toBe(2);
  expect(filledBody(null)).toBeNull();
});
