import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { anIncident } from "@/lib/testing/screen/records";
import { ADA, renderScreen } from "@/lib/testing/screen/render";
import { DemoNote } from "./demo-note";
import { Overview } from "./overview";
import { BottomBar } from "./phone-bars";

const none = { total: 0, data: [] };
const monitors = { online: 3, offline: 1, partial: 0, paused: 0, no_data: 0, fetching: 0 };

test("starts with what is broken", async () => {
  renderScreen(<Overview />, {
    answers: {
      getOverview: {
        monitors,
        attention: none,
        certificates: none,
        open_incidents: { total: 1, data: [anIncident()] },
        recent_incidents: [],
      },
    },
  });
  expect(await screen.findByText("Open incidents · 1")).toBeDefined();
  expect(screen.getByText("Shop is down").getAttribute("href")).toBe("/incidents/5");
  expect(screen.getByLabelText("Monitors by state").textContent).toContain("Offline");
});

test("opens the rest of the pages from the phone's bar", async () => {
  const { user } = renderScreen(<BottomBar viewer={ADA} />, { at: "/incidents" });
  expect(screen.getByText("Incidents").closest("a")?.getAttribute("aria-current")).toBe("page");
  expect(screen.queryByText("Reports")).toBeNull();
  await user.click(screen.getByText("More"));
  expect(screen.getByText("Reports")).toBeDefined();
});

test("offers to delete the demo's data to those who may", () => {
  const viewer = { ...ADA, project: { id: 9, name: "Demo", is_demo: true } };
  const { unmount } = renderScreen(<DemoNote viewer={viewer} />);
  expect(screen.getByText("Delete demo data")).toBeDefined();
  unmount();
  renderScreen(<DemoNote viewer={{ ...viewer, user: { ...viewer.user, role: "member" } }} />);
  expect(screen.queryByText("Delete demo data")).toBeNull();
});
