import { screen } from "@testing-library/react";
import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import type { PageComponent } from "@/lib/contract/status-pages/components";
import { renderScreen } from "@/lib/testing/screen/render";
import { ComponentLevel } from "./component-level";

const monitors = Array.from({ length: 200 }, (_, n) => ({
  componentable_type: "uptime/monitor" as const,
  componentable_id: n + 1,
  display_name: `Service ${n + 1}`,
}));

function level(components: PageComponent[]) {
  return (
    <ComponentLevel
      components={components}
      names={{}}
      onChange={() => undefined}
      label="the page"
      firstRows={10}
    />
  );
}

test("sends few of 200 components as HTML, on the page and in groups, and shows all of them once it can edit them", () => {
  const group = {
    componentable_type: "uptime/group" as const,
    name: "Europe",
    is_expanded: true,
    components: monitors,
  };
  expect(renderToString(level(monitors)).length).toBeLessThan(80_000);
  expect(renderToString(level([group])).length).toBeLessThan(80_000);
  renderScreen(level(monitors.slice(0, 40)));
  expect(screen.getByDisplayValue("Service 40")).toBeDefined();
});
