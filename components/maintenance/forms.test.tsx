import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { listed } from "@/lib/testing/screen/api";
import { testForm } from "@/lib/testing/screen/form";
import { aMonitor } from "@/lib/testing/screen/records";
import { fill, renderScreen } from "@/lib/testing/screen/render";
import { WindowForm } from "./window-form";

const ignore = () => undefined;
const answers = { listMonitors: listed([aMonitor()]) };

testForm("the form of a maintenance window", {
  form: <WindowForm onDone={ignore} />,
  answers,
  enter: async (user) => {
    fill("Title", "Upgrade");
    fill("Starts", "2026-12-01T02:00");
    await user.selectOptions(screen.getByLabelText("Time zone"), "UTC");
    await user.click(await screen.findByLabelText("Shop"));
  },
  submit: "Schedule maintenance",
  sends: ["createMaintenanceWindow", { title: "Upgrade", starts_at: "2026-12-01T02:00:00Z", monitors: [1] }],
  rejects: ["starts_at", "Starts"],
});

test("reads a repeating window back as a sentence", async () => {
  const { user } = renderScreen(<WindowForm onDone={ignore} />, { answers });
  fill("Starts", "2026-12-01T02:00");
  await user.selectOptions(screen.getByLabelText("Repeats"), "weekly");
  expect(await screen.findByText(/^Every Tuesday, 02:00/)).toBeDefined();
});
