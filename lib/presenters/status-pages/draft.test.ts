import { expect, test } from "vitest";
import { CreateStatusPage } from "@/lib/contract/status-pages/pages";
import { DEFAULT_THEME } from "@/lib/contract/status-pages/theme";
import { contrast, moved, newPageDraft, pageBody } from "./draft";

test("a new page's draft is one the contract accepts", () => {
  const draft = { ...newPageDraft("Acme", DEFAULT_THEME), website_url: "https://acme.example" };
  expect(CreateStatusPage.parse(pageBody(draft))).toMatchObject({
    subdomain: "acme",
    domain: null,
    access_password: null,
  });
});
test("an untouched secret is not sent, a removed one is null", () => {
  const draft = newPageDraft("Acme", DEFAULT_THEME);
  expect(pageBody(draft)).not.toHaveProperty("access_password");
  expect(pageBody({ ...draft, access_password: null })).toMatchObject({ access_password: null });
});
test("moving stops at the ends", () => {
  expect(moved(["a", "b", "c"], 0, 1)).toEqual(["b", "a", "c"]);
  expect(moved(["a", "b"], 0, -1)).toEqual(["a", "b"]);
});
test("contrast is WCAG's", () => {
  expect(contrast("#000000", "#ffffff")).toBeCloseTo(21);
  expect(contrast("#777777", "#ffffff")).toBeCloseTo(4.48, 1);
});
