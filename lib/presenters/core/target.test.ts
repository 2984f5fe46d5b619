import { expect, test } from "vitest";
import { completeUrl, monitorFromUrl } from "./target";

test("adds https to a host and http to a local one, and keeps a given scheme", () => {
  expect(completeUrl(" example.com ")).toBe("https://example.com");
  expect(completeUrl("localhost:8080/up")).toBe("http://localhost:8080/up");
  expect(completeUrl("HTTP://a.example")).toBe("HTTP://a.example");
  expect(completeUrl("ftp://a.example")).toBe("ftp://a.example");
});
test("creates a complete monitor named after its host", () => {
  expect(monitorFromUrl("https://www.example.com/health")).toMatchObject({
    name: "example.com",
    request: { method: "GET", url: "https://www.example.com/health" },
  });
});
