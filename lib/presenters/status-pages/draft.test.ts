import { expect, test } from "vitest";
import { CreateStatusPage } from "@/lib/contract/status-pages/pages";
import { DEFAULT_THEME } from "@/lib/contract/status-pages/theme";
import { isPrivateDraft, moved, pageBody, previewBody } from "./draft";
import { newPageDraft } from "./initial-draft";

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
test("a page is private while an address, a password, or a token is set, stored, or new", () => {
  const draft = newPageDraft("Acme", DEFAULT_THEME);
  const stored = { access_password_enabled: true, access_token_enabled: false };
  expect(isPrivateDraft(draft, undefined)).toBe(false);
  expect(isPrivateDraft({ ...draft, access_ips: "192.0.2.0/24" }, undefined)).toBe(true);
  expect(isPrivateDraft({ ...draft, access_token: "a-long-token" }, undefined)).toBe(true);
  expect(isPrivateDraft(draft, stored)).toBe(true);
  expect(isPrivateDraft({ ...draft, access_password: null }, stored)).toBe(false);
});
test("previews without secrets, images, and names that could be taken", () => {
  const draft = {
    ...newPageDraft("Acme", DEFAULT_THEME),
    access_password: "a-long-password",
    access_token: "a",
  };
  expect(Object.keys(previewBody(draft)).sort()).toEqual([
    "color_scheme",
    "components",
    "description",
    "language",
    "search_engine_indexed",
    "show_response_times",
    "subscription_channels",
    "theme",
    "time_zone",
    "timeframe",
    "title",
  ]);
});
test("does not move items past the ends", () => {
  expect(moved(["a", "b", "c"], 0, 1)).toEqual(["b", "a", "c"]);
  expect(moved(["a", "b", "c"], 2, -2)).toEqual(["c", "a", "b"]);
  expect(moved(["a", "b"], 0, -1)).toEqual(["a", "b"]);
});
