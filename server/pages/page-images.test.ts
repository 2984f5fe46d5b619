import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import { type PageEntry, pageEntry } from "@/lib/status-page/serve/page-entry";
import { fillFiles, pageFile } from "@/lib/status-page/serve/page-files";
import { tx } from "@/lib/store/core/tx";
import { replaceFile } from "@/lib/store/status-pages/files";
import { selectPageWithSnapshot } from "@/lib/store/status-pages/snapshots";
import { useAcmePage } from "@/lib/testing/pages/acme-page";

useAcmePage();
const LOGO = "files/logo_light";

async function entryOf(): Promise<PageEntry> {
  const row = await selectPageWithSnapshot("subdomain", "acme");
  if (!row) throw new Error("There is no page.");
  return pageEntry(row);
}

/** Stores a logo and returns the page as it is read afterward. */
async function withLogo(text: string): Promise<PageEntry> {
  const { row } = await entryOf();
  const etag = createHash("sha256").update(text).digest("hex");
  const file = { kind: "logo_light", content: Buffer.from(text), content_type: "image/png", etag } as const;
  await tx((trx) => replaceFile(trx, { status_page_id: row.id, ...file }));
  return await entryOf();
}

const shown = async (entry: PageEntry) => (await pageFile(entry, LOGO, ""))?.identity.toString();

it("keeps no image with the page beyond the limit, even after it was read", async () => {
  const entry = await withLogo("first");
  await fillFiles(entry, undefined, 0);
  expect(await shown(entry)).toBe("first");
  expect(entry.files.size).toBe(0);
  expect(await pageFile(entry, LOGO, "")).toBe(await pageFile(entry, LOGO, ""));
});

it("shows the current image if there's no room to keep it", async () => {
  const before = await withLogo("first");
  await fillFiles(before, undefined, 1000);
  const entry = await withLogo("second");
  await fillFiles(entry, before, 0);
  expect(await shown(entry)).toBe("second");
});

it("keeps unchanged images, whatever the room for others is", async () => {
  const before = await withLogo("third");
  await fillFiles(before, undefined, 1000);
  const entry = await entryOf();
  await fillFiles(entry, before, 0);
  expect(entry.files.get(LOGO)).toBe(before.files.get(LOGO));
});
