import { screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { listed } from "@/lib/testing/screen/api";
import { aMonitor, aWindow } from "@/lib/testing/screen/records";
import { fill, renderScreen } from "@/lib/testing/screen/render";
import { MaintenancePage } from "./maintenance-page";
import { WindowDetail } from "./window-detail";
import { WindowRow } from "./window-row";

test("opens the form from its address, and closes it again", async () => {
  const { user } = renderScreen(<MaintenancePage />, { at: "/maintenance?new=1" });
  expect(await screen.findByLabelText("Title")).toBeDefined();
  await user.click(screen.getByLabelText("Close"));
  await waitFor(() => expect(screen.queryByLabelText("Title")).toBeNull());
});

test("offers what can still be done with a window, and extends it by half an hour", async () => {
  const { user, bodiesOf } = renderScreen(<WindowRow window={aWindow({ state: "in_progress" })} />, {
    answers: { listStatusPages: listed([]) },
  });
  await user.click(screen.getByLabelText("Actions for Upgrade"));
  await user.click(screen.getByText("Extend by 30 minutes"));
  await waitFor(() =>
    expect(bodiesOf("updateMaintenanceWindow")).toEqual([{ ends_at: "2026-12-01T03:30:00.000Z" }]),
  );
});

test("a finished window can only be edited or deleted", async () => {
  const { user } = renderScreen(<WindowRow window={aWindow({ state: "completed" })} />);
  await user.click(screen.getByLabelText("Actions for Upgrade"));
  expect(screen.getAllByRole("menuitem").map(({ textContent }) => textContent)).toEqual([
    "Edit…",
    "Delete maintenance",
  ]);
});

test("shows a window with the names of its monitors, and leaves its page once it's deleted", async () => {
  const { user, opened } = renderScreen(<WindowDetail windowId={1} />, {
    answers: {
      getMaintenanceWindow: aWindow({ description: "Up to an hour of read-only mode.", monitors: [1, 2] }),
      listMonitors: listed([aMonitor()]),
    },
  });
  expect(await screen.findByText("Shop")).toBeDefined();
  expect(screen.getByText("Monitor 2").getAttribute("href")).toBe("/monitors/2");
  expect(screen.getByText("Up to an hour of read-only mode.")).toBeDefined();
  expect(screen.getByText(/checks paused/).textContent).toBe(
    "Dec 1, 2026, 02:00 to 03:00 · 1 h · 2 monitors · checks paused",
  );
  await user.click(screen.getByLabelText("Actions for Upgrade"));
  await user.click(screen.getByText("Delete maintenance"));
  await waitFor(() => expect(opened).toEqual(["/maintenance"]));
});

test("filters the windows on the server by title and tag, from the first page", async () => {
  const { user, sent } = renderScreen(<MaintenancePage />, {
    at: "/maintenance?page=2",
    answers: { listTags: listed([{ tag: "eu", monitors: 1 }]) },
  });
  fill("Search by title", "upgrade");
  await screen.findByText("eu");
  await user.selectOptions(screen.getByLabelText("Tag"), "eu");
  const last = () => sent.filter(({ id }) => id === "listMaintenanceWindows").at(-1)?.query;
  await waitFor(() => expect(last()?.get("tag")).toBe("eu"));
  expect([last()?.get("search"), last()?.get("page")]).toEqual(["upgrade", "1"]);
  expect(await screen.findByText("No maintenance matches")).toBeDefined();
});
