import { expect, test } from "vitest";
import { completeUrl, monitorFromUrl } from "./target";

test("a typed host gets https, a local one http, a given scheme stays", () => {
  expect(completeUrl(" example.com ")).toBe("https://example.com");
  expect(completeUrl("localhost:8080/up")).toBe("http://localhost:8080/up");
  expect(completeUrl("HTTP://a.example")).toBe("HTTP://a.example");
  expect(completeUrl("ftp://a.example")).toBe("ftp://a.example");
});
test("one address makes a whole monitor named for its host", () => {
  expect(monitorFromUrl("https://www.example.com/health")).toMatchObject({
    name: "example.com",
    request: { method: "GET", url: "https://www.example.com/health" },
  });
});
