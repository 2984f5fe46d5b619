import { screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import type { Monitor } from "@/lib/contract/monitors/monitors";
import { NEW_DRAFT } from "@/lib/presenters/monitors/initial-draft";
import { protocolForms } from "@/lib/presenters/monitors/protocol-forms";
import { present } from "@/lib/shared/assert";
import { listed } from "@/lib/testing/screen/api";
import { aMonitor, anIncident } from "@/lib/testing/screen/records";
import { renderScreen } from "@/lib/testing/screen/render";
import { MonitorDetail } from "./monitor-detail";
import { MonitorReason } from "./monitor-reason";
import { RequestFields } from "./request-fields";

const RESULT = {
  ...{ monitor_id: 1, region: "eu-deu-fra", scheduled_at: "2026-11-21T06:00:00Z", trace: null, phases: [] },
  ...{ started_at: "2026-11-21T06:00:00Z", outcome: "down", status_code: null, error: null, timings: {} },
  ...{ assertions: [], warnings: [], redirects: [], remote_address: null },
};
const SERIES = { from: "2026-11-20T06:00:00Z", to: "2026-11-21T06:00:00Z", step_seconds: 720, regions: [] };

test.each([
  ["http", { times: "Response time", results: "Checks", regions: true }],
  ["heartbeat", { times: "Run time", results: "Results", regions: false }],
  ["external", { times: null, results: "Results", regions: false }],
  ["group", { times: null, results: "Results", regions: false }],
])("shows the parts of a monitor of protocol %s on its page", async (protocol, has) => {
  renderScreen(<MonitorDetail monitorId={1} />, {
    answers: {
      getMonitor: aMonitor({ protocol: protocol as "http" }),
      getSeries: { ...SERIES, source: "results" },
      listResults: { data: [RESULT], meta: { next_cursor: null }, links: {} },
    },
  });
  const results = await screen.findByRole("heading", { name: has.results });
  if (has.times) expect(await screen.findByRole("heading", { name: has.times })).toBeDefined();
  const texts = ["Response time", "Run time"].filter(
    (text) => screen.queryAllByText(RegExp(`^${text}`)).length > 0,
  );
  expect(texts).toEqual(has.times ? [has.times] : []);
  expect(screen.queryByText("Phases") !== null).toBe(protocol === "http");
  expect(/This server.*DNS/.test(results.closest("#results")?.textContent ?? "")).toBe(has.regions);
});

test("shows the last 24 hours of a group's members, those that are down at the top", async () => {
  const { sent } = renderScreen(<MonitorDetail monitorId={1} />, {
    answers: {
      getMonitor: aMonitor({ protocol: "group" as "http" }),
      listMonitors: listed([aMonitor({ id: 7, name: "Search", status: "offline" })], 500),
    },
  });
  expect(await screen.findByRole("link", { name: "Search" })).toBeDefined();
  const read = sent.find(({ id }) => id === "listMonitors")?.query;
  expect([read?.get("group_id"), read?.get("sort")]).toEqual(["1", "state"]);
  const all = screen.getByRole("link", { name: "View all 500 members" });
  expect(all.getAttribute("href")).toBe("/monitors?group=1");
});

test("shows the reported error once", () => {
  const seen = { region: "eu-deu-fra", last_error: { code: "alert", message: "Disk full" } };
  const monitor = aMonitor({ observed_regions: [seen] as unknown as Monitor["observed_regions"] });
  const incident = anIncident({ title: "Shop is down: Disk full" });
  renderScreen(<MonitorReason monitor={monitor} isReported incident={incident} />);
  expect(screen.getAllByText(/Disk full/)).toHaveLength(1);
});

test("offers a group only monitors that can be members", async () => {
  const protocol = present(
    protocolForms().find(({ name }) => name === "group"),
    "the form of groups",
  );
  const page = {
    id: 7,
    name: "Acme",
    components: [{ componentable_type: "uptime/monitor", componentable_id: 9 }],
  };
  const part = { draft: NEW_DRAFT, protocol, errors: {}, info: {}, change: () => undefined };
  const { user, sent } = renderScreen(<RequestFields {...part} />, {
    answers: {
      listMonitors: listed([aMonitor({ id: 1, name: "Shop" })], 1),
      listStatusPages: listed([page]),
    },
  });
  await user.click(await screen.findByRole("button", { name: "Select all 1" }));
  await user.selectOptions(await screen.findByLabelText("Select the monitors of a status page"), "Acme");
  const offered = () =>
    sent.filter(({ id }) => id === "listMonitors").map(({ query }) => query.getAll("protocol").join());
  await waitFor(() => expect(offered()).toHaveLength(3));
  for (const names of offered()) expect(names).toMatch(/^(?!.*group).*heartbeat/);
});
