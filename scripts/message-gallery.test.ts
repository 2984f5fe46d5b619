import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { HttpStep, MailStep } from "@/lib/notify/notice";
import { forget } from "@/lib/shared/once";
import { messageScenes } from "@/lib/testing/notifications/message-scenes";
import { allProviders } from "@/lib/testing/providers/all";
import { galleryPages } from "./gallery/pages";
import { setGalleryEnvironment, stepsOf } from "./gallery/payloads";

const before = { ...process.env };
beforeEach(() => setGalleryEnvironment());
afterEach(() => {
  process.env = { ...before };
  forget("env");
});

/** Returns the step as the fake would receive it. */
function receivedOf({ method, url, headers, body }: HttpStep) {
  const lower = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
  const { pathname, search } = new URL(url);
  return { method, path: `${pathname}${search}`, headers: Object.fromEntries(lower), body };
}

const PROVIDERS = await allProviders();

describe.each(PROVIDERS)("$name", (provider) => {
  test("builds a payload for every scene that the vendor's fake accepts", () => {
    for (const scene of messageScenes()) {
      for (const step of stepsOf(scene, provider.app, provider) as HttpStep[]) {
        expect([scene.name, provider.refusal(receivedOf(step))]).toEqual([scene.name, null]);
      }
    }
  });
});

test("shows every scene on every page and escapes its texts", () => {
  const scenes = messageScenes();
  const pages = galleryPages(scenes, PROVIDERS);
  expect([...pages.keys()]).toEqual(expect.arrayContaining(["slack", "mail", "mail-unstyled", "mail-text"]));
  for (const [name, html] of pages) {
    expect([name, html.split("<h2>").length - 1]).toEqual([name, scenes.length]);
    expect(html).not.toMatch(/<script|<img|<a href="https:\/\/evil|<mark>/);
  }
});

test("keeps an email's colors without its style sheet", () => {
  for (const scene of messageScenes()) {
    const [{ html }] = stepsOf(scene, "email", null) as [MailStep];
    const shown = html.replace(/<style>.*?<\/style>/s, "");
    const withText = [...shown.matchAll(/<(h1|p|th|td class|a)\b[^>]*>/g)].map(([tag]) => tag);
    expect(withText.length).toBeGreaterThan(3);
    expect(withText.filter((tag) => !tag.includes("style="))).toEqual([]);
  }
});
