import { expect, test } from "vitest";
import { subdomainFrom } from "./starter-page";

test("turns a name into a DNS label and numbers it when taken", () => {
  expect(subdomainFrom("Acme Inc", 1)).toBe("acme-inc");
  expect(subdomainFrom("Acme Inc", 2)).toBe("acme-inc-2");
  expect(subdomainFrom("日本", 1)).toBe("status");
  expect(subdomainFrom("Café Müller", 1)).toBe("cafe-muller");
});
