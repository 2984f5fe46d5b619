import { screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { listed } from "@/lib/testing/screen/api";
import { aMonitor } from "@/lib/testing/screen/records";
import { fill, renderScreen } from "@/lib/testing/screen/render";
import { MonitorSearch } from "./monitor-search";

const found = ({ query }: { query: URLSearchParams }) =>
  query.get("search") === "mail" ? listed([]) : listed([aMonitor(), aMonitor({ id: 2, name: "Blog" })], 1240);

test("offers to create a monitor instead of searching a project without any", async () => {
  renderScreen(<MonitorSearch label="Monitors" chosen={[]} onToggle={vi.fn()} />, {
    answers: { listMonitors: () => listed([]) },
  });
  expect(await screen.findByText("No monitors to choose from yet.")).toBeDefined();
  expect(screen.getByRole("link", { name: "Create a monitor" })).toBeDefined();
  expect(screen.queryByRole("searchbox")).toBeNull();
});

test("searches all monitors on the server, says how many more match, and switches one on", async () => {
  const onToggle = vi.fn();
  const { user } = renderScreen(<MonitorSearch label="Monitors" chosen={[1]} onToggle={onToggle} />, {
    answers: { listMonitors: found },
  });
  expect(await screen.findByText("1,238 more match. Type to narrow them down.")).toBeDefined();
  expect(screen.getByLabelText<HTMLInputElement>("Shop").checked).toBe(true);
  await user.click(screen.getByLabelText("Blog"));
  expect(onToggle).toHaveBeenCalledWith(2);
  fill("Search: Monitors", " mail ");
  expect(await screen.findByText("No monitors match.")).toBeDefined();
});
