import { expect, test } from "vitest";
import { DEFAULT_THEME } from "@/lib/contract/status-pages/theme";
import { useDatabase } from "@/lib/testing/database";
import { makeScene } from "@/lib/testing/scene";
import { previewNewStatusPage } from "./preview";

useDatabase();

test("the preview of a page that doesn't exist yet shows the page's font, from the dashboard", async () => {
  const scene = await makeScene();
  const { html } = await previewNewStatusPage(scene.caller(), { theme: { ...DEFAULT_THEME, font: "geist" } });
  expect(html).toContain('font-display:swap;src:url("/fonts/geist-latin.woff2")');
  expect(html).not.toContain("files/geist.woff2");
});
