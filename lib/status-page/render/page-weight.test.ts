import { expect, test } from "vitest";
import { PAGE_LANGUAGES } from "@/lib/contract/status-pages/languages";
import { createSnapshot } from "@/lib/status-page/serve/snapshot";
import { pageFixture } from "@/lib/testing/pages/page-fixture";
import { homeDocument } from "./documents";

const PAGE = { monitors: 50, past: 30, open: true, grouped: false };
const KB = 1024;

test.each(PAGE_LANGUAGES)(
  "50 components with 90 days and 31 incidents take at most 5 KB in %s",
  (language) => {
    const text = homeDocument(pageFixture({ ...PAGE, settings: { language } }));
    const { identity, brotli } = createSnapshot({ path: "", contentType: "text/html; charset=utf-8", text });
    expect(identity.length).toBeLessThanOrEqual(60 * KB);
    expect(brotli.length).toBeLessThanOrEqual(5 * KB);
    expect(text.match(/<[a-z]/g)?.length).toBeLessThanOrEqual(1200);
  },
);
