import { screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { ApiError } from "@/lib/contract/core/errors";
import { readFilter } from "@/lib/presenters/monitors/filter";
import { listed } from "@/lib/testing/screen/api";
import { aMonitor } from "@/lib/testing/screen/records";
import { fill, renderScreen } from "@/lib/testing/screen/render";
import BulkBar from "./bulk-bar";
import { CertificateList } from "./certificates/certificate-list";
import { HeartbeatCard } from "./heartbeats/heartbeat-card";
import { MonitorDetail } from "./monitor-detail";
import { MonitorList } from "./monitor-list";
import { ResultsCard } from "./results/results-card";
import { TagsCard } from "./tags-card";
import { UsesCard } from "./uses-card";

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

const addTo = async (user: ReturnType<typeof renderScreen>["user"], place: string) => {
  await user.click(screen.getByRole("button", { name: "Add to" }));
  await user.click(screen.getByRole("menuitem", { name: place }));
};
const someBar = () => {
  const filter = readFilter(new URLSearchParams(""), []);
  return (
    <BulkBar selected={new Set([1, 2])} filter={filter} shown={[1, 2]} total={2} onDone={() => undefined} />
  );
};

test("adds selected monitors to a status page, after those that it shows", async () => {
  const shown = { componentable_type: "uptime/monitor", componentable_id: 2, display_name: "Mail" };
  const { user, bodiesOf } = renderScreen(someBar(), {
    answers: {
      ...answers,
      listStatusPages: listed([{ id: 7, name: "Acme", components: [shown] }]),
      updateStatusPage: { id: 7, name: "Acme" },
    },
  });
  await addTo(user, "Status page");
  await user.click(await screen.findByText("Add monitors"));
  const added = { ...shown, componentable_id: 1, display_name: null };
  await waitFor(() => expect(bodiesOf("updateStatusPage")).toEqual([{ components: [shown, added] }]));
});

test("schedules maintenance of the selected monitors", async () => {
  const { user, bodiesOf } = renderScreen(someBar(), { answers });
  await addTo(user, "Maintenance window");
  await screen.findByLabelText("Title");
  fill("Title", "Upgrade");
  await user.click(screen.getByText("Schedule maintenance"));
  await waitFor(() =>
    expect(bodiesOf("createMaintenanceWindow")).toMatchObject([{ title: "Upgrade", monitors: [1, 2] }]),
  );
});

test("adds selected monitors to an alert rule that is limited to monitors", async () => {
  const rule = { scope: "project", event: "uptime.incident.created", tags: [], integration_id: 1 };
  const { user, bodiesOf } = renderScreen(someBar(), {
    answers: {
      ...answers,
      listAlertRules: listed([
        { ...rule, id: 3, monitors: [] },
        { ...rule, id: 4, monitors: [9] },
      ]),
      updateAlertRule: { id: 4 },
    },
  });
  await addTo(user, "Alert rule");
  await user.click(await screen.findByText("Add monitors"));
  await waitFor(() => expect(bodiesOf("updateAlertRule")).toEqual([{ monitors: [9, 1, 2] }]));
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

test("says that monitors were already paused, with nothing to undo", async () => {
  const bulkMonitors = { changed: 2, turned: [] };
  const { user } = renderScreen(<MonitorList />, { answers: { ...answers, bulkMonitors } });
  await user.click(await screen.findByLabelText("Select all on this page"));
  await user.click(await screen.findByText("Pause"));
  expect(await screen.findByText("They were already paused")).toBeDefined();
  expect(screen.queryByText("Undo")).toBeNull();
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

const failure = (id: number) => ({
  monitor_id: 1,
  region: "eu-deu-fra",
  scheduled_at: `2026-11-21T06:0${id}:00Z`,
  started_at: `2026-11-21T06:0${id}:00Z`,
  outcome: "down",
  status_code: 503,
  error: null,
  timings: { total: 105_400 },
  phases: [],
  assertions: [],
  warnings: [],
  redirects: [],
  certificate: null,
  remote_address: null,
  trace: null,
});
const failures = (count: number, next: string | null) => ({
  data: Array.from({ length: count }, (_, index) => failure(index)),
  meta: { next_cursor: next },
  links: {},
});

const CHECKS = <ResultsCard monitorId={1} regions={["eu-deu-fra"]} isReported={false} incident={undefined} />;

test("pages through the checks by cursor, and back", async () => {
  const listResults = ({ query }: { query: URLSearchParams }) =>
    query.has("cursor") ? failures(1, null) : failures(5, "older");
  const { user, sent } = renderScreen(CHECKS, { answers: { listResults } });
  await user.click(await screen.findByLabelText("Next page"));
  await waitFor(() => expect(screen.getAllByText("HTTP 503")).toHaveLength(1));
  expect(sent.at(-1)?.query.get("cursor")).toBe("older");
  await user.click(screen.getByLabelText("Previous page"));
  await waitFor(() => expect(screen.getAllByText("HTTP 503")).toHaveLength(5));
});

test("a link lists the checks of a time range, and says that they were deleted", async () => {
  const { sent } = renderScreen(CHECKS, {
    at: "/monitors/1?checks=down&checks_region=eu-deu-fra&checks_from=2026-10-01T06:00:00Z#results",
    answers: { listResults: failures(0, null) },
  });
  expect(await screen.findByText(/No checks match/)).toBeDefined();
  expect(Object.fromEntries(sent.at(-1)?.query ?? [])).toMatchObject({
    outcome: "down",
    region: "eu-deu-fra",
    from: "2026-10-01T06:00:00Z",
  });
  expect(screen.getByLabelText<HTMLSelectElement>("Result").value).toBe("down");
});

test("folds where to send alerts once the first one came", () => {
  const heartbeat = { receive_url: "https://up.example.com/receive/1", open_alerts: [], signals: [] };
  const card = (signals: object[]) => <HeartbeatCard heartbeat={{ ...heartbeat, signals } as never} />;
  const isFolded = () => screen.getByText("Alertmanager webhook").closest("details:not([open])") !== null;
  const { unmount } = renderScreen(card([]));
  expect(isFolded()).toBe(false);
  unmount();
  renderScreen(card([{}]));
  expect(isFolded()).toBe(true);
});

test("waits for the first check of a new monitor, and says why a check couldn't run", async () => {
  const { user } = renderScreen(<MonitorDetail monitorId={1} />, {
    answers: {
      getMonitor: aMonitor({ status: "fetching", last_checked_at: null }),
      listResults: failures(0, null),
      getStrips: { strips: [] },
      checkMonitor: () => Promise.reject(new ApiError(409, "No runner serves Frankfurt.")),
    },
  });
  expect(await screen.findByText("Waiting for the first check…")).toBeDefined();
  await user.click(screen.getByRole("button", { name: "Check now" }));
  expect(await screen.findByText("No runner serves Frankfurt.")).toBeDefined();
});

test("says that the server can't be reached, or that the connection was lost during the check", async () => {
  const brokenStream = new Response(
    new ReadableStream({ start: (stream) => stream.error(new TypeError("network error")) }),
  );
  let answer: unknown = () => Promise.reject(new TypeError("Failed to fetch"));
  const { user } = renderScreen(<MonitorDetail monitorId={1} />, {
    answers: {
      getMonitor: aMonitor(),
      checkMonitor: () => (typeof answer === "function" ? answer() : answer),
    },
  });
  await user.click(await screen.findByText("Check now"));
  expect(await screen.findByText(/^The server can't be reached/)).toBeDefined();
  answer = brokenStream;
  await user.click(screen.getByText("Check now"));
  expect(await screen.findByText(/^The connection was lost/)).toBeDefined();
});

test("names the alert rules that cover the monitor and the status pages that show it", () => {
  const page = (id: number, name: string, monitor: number) => ({
    id,
    name,
    components: [{ componentable_type: "uptime/monitor", componentable_id: monitor, display_name: null }],
  });
  const rule = {
    id: 1,
    event: "uptime.incident.created",
    integration_id: 1,
    rate_limit: 0,
    monitors: [],
    tags: [],
  };
  const pages = [page(1, "Shop status", 7), page(2, "Blog status", 8)] as never;
  const integrations = [{ id: 1, name: "On-call" }];
  renderScreen(
    <UsesCard
      monitor={aMonitor({ id: 7 })}
      rules={[rule] as never}
      integrations={integrations}
      pages={pages}
    />,
  );
  expect(screen.getByText("On-call").parentElement?.textContent).toBe("On-callIncident opened");
  expect(screen.getByRole("link", { name: "Shop status" })).toBeDefined();
  expect(screen.queryByText("Blog status")).toBeNull();
  expect(screen.queryByText(/no alerts are sent/)).toBeNull();
});

test("says that no one is notified of a monitor's incidents", () => {
  const rule = {
    id: 1,
    event: "uptime.monitor_certificate.expiring",
    integration_id: 1,
    rate_limit: 0,
    monitors: [],
    tags: [],
  };
  renderScreen(
    <UsesCard monitor={aMonitor({ id: 7 })} rules={[rule] as never} integrations={[]} pages={[]} />,
  );
  expect(screen.getByText(/no alerts are sent when it goes down/)).toBeDefined();
  expect(screen.getByText("No status page shows this monitor.")).toBeDefined();
});

const TAG = { monitors: 2, incidents: 1, status_pages: 0, maintenance_windows: 0, total: 3 };

test("renames a tag, and says when two become one", async () => {
  const { user, sent } = renderScreen(<TagsCard />, {
    answers: {
      listTags: listed([
        { ...TAG, tag: "eu" },
        { ...TAG, tag: "europe" },
      ]),
      renameTag: { ...TAG, tag: "europe" },
    },
  });
  expect(await screen.findAllByText("2 monitors, 1 incident")).toHaveLength(2);
  await user.click(screen.getByRole("button", { name: "Rename eu" }));
  fill("New name", "europe");
  expect(screen.getByText(/Merging the tags/)).toBeDefined();
  await user.click(screen.getByRole("button", { name: "Merge tags" }));
  expect(await screen.findByText("Tags merged")).toBeDefined();
  expect(sent.find(({ id }) => id === "renameTag")).toMatchObject({
    params: { tag: "eu" },
    body: { tag: "europe" },
  });
});

const CERTIFICATE = {
  ...{
    id: 3,
    project_id: 1,
    monitor_id: 1,
    region: "eu-deu-fra",
    fingerprint_sha256: "6A",
    serial_number: "04",
  },
  ...{ subject_common_name: "example.com", subject_alternative_names: ["example.com"], chain: [] },
  ...{ issuer_common_name: "R11", issuer_organization: "Let's Encrypt", active: true, warned_days: 14 },
  ...{ not_before: "2026-01-01T00:00:00Z", not_after: "2099-01-01T00:00:00Z", expires_first: null },
  ...{ expires_at: "2099-01-01T00:00:00Z", last_seen_at: "2026-11-21T07:00:00Z" },
};

test("lists certificates in use with their monitors, those that expire first at the top", async () => {
  const { sent } = renderScreen(<CertificateList />, {
    answers: { listCertificates: listed([CERTIFICATE]), listMonitors: listed([aMonitor()]) },
  });
  expect(await screen.findByRole("link", { name: "Shop" })).toBeDefined();
  expect(screen.getByText("example.com · Let's Encrypt")).toBeDefined();
  const { query } = sent.find(({ id }) => id === "listCertificates") ?? {};
  expect([query?.get("active"), query?.get("sort")]).toEqual(["true", "expires_at"]);
});

test("shows a slow monitor as degraded, with the reason", async () => {
  const slow = aMonitor({ degraded_since: "2026-11-21T07:00:00Z", slow_threshold: 800 });
  renderScreen(<MonitorDetail monitorId={1} />, { answers: { ...answers, getMonitor: slow } });
  expect(await screen.findByText("Degraded")).toBeDefined();
  expect(screen.getByText(/take longer than 800 ms/)).toBeDefined();
});
