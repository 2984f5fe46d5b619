import { screen } from "@testing-library/react";
import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { renderScreen } from "@/lib/testing/screen/render";
import { Disclosure } from "./disclosure";

const parts = (
  <>
    <Disclosure title="Page" open>
      First
    </Disclosure>
    <Disclosure title="Access">Later</Disclosure>
  </>
);

test("sends only what is open as HTML, and shows all of it once it can be edited", () => {
  const html = renderToString(parts);
  expect(html).toContain("First");
  expect(html).not.toContain("Later");
  renderScreen(parts);
  expect(screen.getByText("Later")).toBeDefined();
});
