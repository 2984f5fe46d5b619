import { render } from "@testing-library/react";
import { expect, test } from "vitest";
import { DEFAULT_THEME } from "@/lib/contract/status-pages/theme";
import { PageThumbnail } from "./page-thumbnail";

test("draws the days of each component, not only its state now", () => {
  const { container } = render(
    <PageThumbnail
      page={{ title: "Acme", theme: DEFAULT_THEME, color_scheme: "light" }}
      status={{
        current_incident_impact: "operational",
        components: [
          {
            name: "Checkout",
            current_incident_impact: "operational",
            recent_days: [
              { state: "empty", days: 10 },
              { state: "operational", days: 15 },
              { state: "major_outage", days: 1 },
              { state: "operational", days: 4 },
            ],
          },
        ],
      }}
    />,
  );
  const runs = [...container.querySelectorAll("line")];
  const widths = runs.map((run) => Number(run.getAttribute("x2")) - Number(run.getAttribute("x1")));
  expect(widths.map((width) => Math.round((width / 260) * 30))).toEqual([10, 15, 1, 4]);
  expect(new Set(runs.map((run) => run.getAttribute("stroke"))).size).toBe(3);
});
