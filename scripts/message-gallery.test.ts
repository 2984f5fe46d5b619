import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { HttpStep, MailStep } from "@/lib/notify/notice";
import { forget } from "@/lib/shared/once";
import { messageScenes } from "@/lib/testing/message-scenes";
import { galleryPages } from "./gallery/pages";
import { GALLERY_PROVIDERS, setGalleryEnvironment, stepsOf } from "./gallery/payloads";

const before = { ...process.env };
beforeEach(() => setGalleryEnvironment());
afterEach(() => {
  process.env = { ...before };
  forget("env");
});

/** As the stand-in would receive the step. */
function receivedOf({ method, url, headers, body }: HttpStep) {
  const lower = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
  const { pathname, search } = new URL(url);
  return { method, path: `${pathname}${search}`, headers: Object.fromEntries(lower), body };
}

describe.each(Object.entries(GALLERY_PROVIDERS))("%s", (_, provider) => {
  test("every scene is a payload that the vendor's stand-in takes", () => {
    for (const scene of messageScenes()) {
      for (const step of stepsOf(scene, provider.app, provider) as HttpStep[]) {
        expect([scene.name, provider.refusal(receivedOf(step))]).toEqual([scene.name, null]);
      }
    }
  });
});

test("every page shows every scene, and no text of a scene becomes markup", () => {
  const scenes = messageScenes();
  const pages = galleryPages(scenes);
  expect([...pages.keys()]).toEqual(expect.arrayContaining(["slack", "mail", "mail-unstyled", "mail-text"]));
  for (const [name, html] of pages) {
    expect([name, html.split("<h2>").length - 1]).toEqual([name, scenes.length]);
    expect(html).not.toMatch(/<script|<img|<a href="https:\/\/evil|<mark>/);
  }
});

test("a mail without its style sheet has its colours still", () => {
  for (const scene of messageScenes()) {
    const [{ html }] = stepsOf(scene, "email", null) as [MailStep];
    const shown = html.replace(/<style>.*?<\/style>/s, "");
    const withText = [...shown.matchAll(/<(h1|p|th|td class|a)\b[^>]*>/g)].map(([tag]) => tag);
    expect(withText.length).toBeGreaterThan(3);
    expect(withText.filter((tag) => !tag.includes("style="))).toEqual([]);
  }
});
