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
    <Disclosure title="Access" isLater>
      Later
    </Disclosure>
    <Disclosure title="More options">Always</Disclosure>
  </>
);

test("sends only open sections as HTML if nothing can be edited before hydration, and all of them afterward", () => {
  const html = renderToString(parts);
  expect(html).toContain("First");
  expect(html).not.toContain("Later");
  expect(html).toContain("Always");
  renderScreen(parts);
  expect(screen.getByText("Later")).toBeDefined();
});
