import { screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { readFilter } from "@/lib/presenters/monitors/filter";
import { listed } from "@/lib/testing/screen/api";
import { aMonitor } from "@/lib/testing/screen/records";
import { fill, renderScreen } from "@/lib/testing/screen/render";
import BulkBar from "./bulk-bar";
import { MonitorList } from "./monitor-list";

const answers = {
  listMonitors: listed([aMonitor(), aMonitor({ id: 2, name: "Mail" })], 120),
  getStrips: { strips: [] },
  listTags: listed([{ tag: "eu" }]),
};

test("filters on the server, from the first page, and keeps the filters in the address", async () => {
  const { user, sent } = renderScreen(<MonitorList />, { answers, at: "/monitors?page=2" });
  await screen.findByText("Mail");
  fill("Search by name or URL", "shop");
  await user.selectOptions(screen.getByLabelText("State"), "offline");
  const last = () => sent.filter(({ id }) => id === "listMonitors").at(-1)?.query;
  await waitFor(() => expect(last()?.get("state")).toBe("offline"));
  expect([last()?.get("search"), last()?.get("page")]).toEqual(["shop", "1"]);
});

test("sorts by a column, and back", async () => {
  const { user, sent } = renderScreen(<MonitorList />, { answers });
  await user.click(await screen.findByText("Monitor", { selector: "button" }));
  const sorts = () => sent.filter(({ id }) => id === "listMonitors").map(({ query }) => query.get("sort"));
  await waitFor(() => expect(sorts().at(-1)).toBe("name"));
  await user.click(screen.getByText("Monitor", { selector: "button" }));
  await waitFor(() => expect(sorts().at(-1)).toBe("-name"));
});

test("changes all matching monitors after the whole page was selected", async () => {
  const filter = readFilter(new URLSearchParams("tag=eu"), []);
  const bar = (
    <BulkBar selected={new Set([1, 2])} filter={filter} shown={[1, 2]} total={120} onDone={() => undefined} />
  );
  const { user, bodiesOf } = renderScreen(bar, {
    answers: { ...answers, bulkMonitors: { changed: 120, turned: [1, 7] } },
  });
  await user.click(screen.getByText("Select all 120 matching monitors"));
  await user.click(screen.getByText("Pause"));
  expect(await screen.findByText("2 monitors paused")).toBeDefined();
  expect(bodiesOf("bulkMonitors")).toEqual([{ filter: { tag: ["eu"] }, action: "pause" }]);
});

test("undoing a pause of many resumes only the monitors that it paused, even after the selection is gone", async () => {
  const bulkMonitors = { changed: 2, turned: [2] };
  const { user, bodiesOf } = renderScreen(<MonitorList />, { answers: { ...answers, bulkMonitors } });
  await user.click(await screen.findByLabelText("Select all on this page"));
  await user.click(await screen.findByText("Pause"));
  await user.click(await screen.findByText("Undo"));
  await waitFor(() =>
    expect(bodiesOf("bulkMonitors")).toEqual([
      { ids: [1, 2], action: "pause" },
      { ids: [2], action: "resume" },
    ]),
  );
  expect(screen.queryByText("Pause")).toBeNull();
});

test("deletes several monitors only after their number was typed", async () => {
  const filter = readFilter(new URLSearchParams(), []);
  const bar = (
    <BulkBar selected={new Set([1, 2])} filter={filter} shown={[1, 2]} total={2} onDone={() => undefined} />
  );
  const { user, bodiesOf } = renderScreen(bar, { answers: { ...answers, bulkMonitors: { changed: 2 } } });
  const [first] = screen.getAllByText("Delete", { selector: "button" });
  await user.click(first as HTMLElement);
  const confirm = () => screen.getAllByText<HTMLButtonElement>("Delete", { selector: "button" }).at(-1);
  expect(confirm()?.disabled).toBe(true);
  fill("Type 2 to confirm", "2");
  await user.click(confirm() as HTMLElement);
  await waitFor(() =>
    expect(bodiesOf("bulkMonitors")).toEqual([{ ids: [1, 2], action: "delete", expected: 2 }]),
  );
});
