import { expect, test } from "vitest";
import { CreateStatusPage } from "@/lib/contract/status-pages/pages";
import { DEFAULT_THEME } from "@/lib/contract/status-pages/theme";
import { moved, newPageDraft, pageBody, previewBody } from "./draft";

test("the contract accepts the draft of a new page", () => {
  const draft = { ...newPageDraft("Acme", DEFAULT_THEME), website_url: "https://acme.example" };
  expect(CreateStatusPage.parse(pageBody(draft))).toMatchObject({
    subdomain: "acme",
    domain: null,
    subscription_channels: ["email", "rss", "atom"],
    access_password: null,
  });
});
test("does not send an untouched secret and sends null for a removed one", () => {
  const draft = newPageDraft("Acme", DEFAULT_THEME);
  expect(pageBody(draft)).not.toHaveProperty("access_password");
  expect(pageBody({ ...draft, access_password: null })).toMatchObject({ access_password: null });
});
test("previews without secrets, images, and names that could be taken", () => {
  const draft = {
    ...newPageDraft("Acme", DEFAULT_THEME),
    access_password: "a-long-password",
    access_token: "a",
  };
  expect(Object.keys(previewBody(draft))).toEqual([
    "title",
    "description",
    "website_url",
    "search_engine_indexed",
    "color_scheme",
    "timeframe",
    "time_zone",
    "language",
    "show_response_times",
    "subscription_channels",
    "components",
    "theme",
  ]);
});
test("does not move items past the ends", () => {
  expect(moved(["a", "b", "c"], 0, 1)).toEqual(["b", "a", "c"]);
  expect(moved(["a", "b", "c"], 2, -2)).toEqual(["c", "a", "b"]);
  expect(moved(["a", "b"], 0, -1)).toEqual(["a", "b"]);
});
