import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import type { PageMeta } from "@/lib/presenters/core/page-range";
import { Pager } from "./pager";

const pager = (meta: PageMeta, hasNext: boolean) =>
  renderToStaticMarkup(<Pager meta={meta} hasNext={hasNext} onPage={() => undefined} />);

test("names the range and the total on every page", () => {
  expect(pager({ current_page: 1, from: 1, to: 50, total: 1000 }, true)).toContain("1–50 of 1,000");
});

test("names the total without buttons when one page holds everything", () => {
  const html = pager({ current_page: 1, from: 1, to: 3, total: 3 }, false);
  expect(html).toContain("1–3 of 3");
  expect(html).not.toContain("<button");
});

test("shows nothing for an empty list", () => {
  expect(pager({ current_page: 1, from: null, to: null, total: 0 }, false)).toBe("");
});
