import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { SortHead } from "./sort-head";

const head = (sort: string) =>
  renderToStaticMarkup(
    <table>
      <thead>
        <tr>
          <SortHead label="Name" column="name" first="name" sort={sort} onSort={() => undefined} />
        </tr>
      </thead>
    </table>,
  );

test("tells screen readers which column sorts the table, and how", () => {
  expect(head("name")).toContain('aria-sort="ascending"');
  expect(head("-name")).toContain('aria-sort="descending"');
  expect(head("state")).toContain('aria-sort="none"');
});

test("sorts with a button that is named after its column", () => {
  expect(head("name")).toMatch(/<button[^>]*>Name<svg[^>]*aria-hidden="true"/);
});
