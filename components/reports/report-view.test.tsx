import { screen, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import type { ProjectReport } from "@/lib/contract/reports/reports";
import { readReportView } from "@/lib/presenters/reports/report-range";
import { listed } from "@/lib/testing/screen/api";
import { renderScreen } from "@/lib/testing/screen/render";
import { ReportView } from "./report-view";

const figures = { availability: 99.95, downtime: 60, mttr: 60, mtbf: null, coverage: 100, incident_count: 1 };
const row = {
  ...figures,
  id: 1,
  name: "Shop",
  highest_incident_impact: "major_outage",
  response_time: { p50: 80, p95: 120, p99: 300 },
};
const report = {
  ...figures,
  min_availability: 99.95,
  report_start_at: "2026-10-01T00:00:00Z",
  report_end_at: "2026-11-01T00:00:00Z",
  days: [],
  monitors: [row],
  monitor_count: 240,
} as unknown as ProjectReport;
const view = (search: string) => readReportView(new URLSearchParams(search));

test("draws the availability and the response times of each day, with gaps, and lists them", () => {
  const day = (at: number, availability: number | null, p95: number | null) => ({
    at: new Date(Date.UTC(2026, 9, at)).toISOString(),
    downtime: 0,
    availability,
    response_time: { p50: p95 && p95 / 2, p95 },
  });
  const days = [day(1, 100, 120), day(2, 99.2, 90), day(3, null, null), day(4, 100, 180)];
  renderScreen(<ReportView report={{ ...report, days }} view={view("")} />, {
    answers: { listTags: listed([]) },
  });
  const rows = (name: string) =>
    within(screen.getByRole("table", { name }))
      .getAllByRole("row")
      .map((row) => row.textContent);
  expect(rows("Availability by day")).toEqual(["Oct 1100%", "Oct 299.20%", "Oct 4100%"]);
  expect(rows("Response times by day")).toEqual([
    "Oct 1p50 60 ms, p95 120 ms",
    "Oct 2p50 45 ms, p95 90 ms",
    "Oct 4p50 90 ms, p95 180 ms",
  ]);
  const [line, ...others] = [...document.querySelectorAll("path.stroke-accent")].map((path) =>
    path.getAttribute("d"),
  );
  expect(line).toBe("M5 0.0h0.01L15 80.0M35 0.0h0.01");
  expect(others).toHaveLength(2);
  screen.getByText("99%");
});

test("opens the next page of monitors in the same range and tag", async () => {
  const { user, opened } = renderScreen(<ReportView report={report} view={view("days=90&tag=eu")} />, {
    answers: { listTags: listed([{ tag: "eu" }]) },
  });
  expect(screen.getByText("Shop").getAttribute("href")).toBe("/monitors/1");
  await user.click(screen.getByLabelText("Next page"));
  expect(opened).toEqual(["/reports?days=90&tag=eu&page=2"]);
});

test("saves all monitors, not only those on the page", async () => {
  const contents: Blob[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(() => undefined);
  vi.spyOn(URL, "createObjectURL").mockImplementation((blob) => {
    contents.push(blob as Blob);
    return "blob:report";
  });
  const pageOf = ({ query }: { query: URLSearchParams }) => ({
    ...report,
    monitors: [{ ...row, name: `Shop ${query.get("page")}` }],
  });
  const { user } = renderScreen(<ReportView report={report} view={view("")} />, {
    answers: { getProjectReport: pageOf },
  });
  await user.click(screen.getByText("Download CSV"));
  await vi.waitFor(() => expect(contents).toHaveLength(1));
  expect(await contents[0]?.text()).toContain("Shop 3");
});

test("says why the report couldn't be downloaded", async () => {
  const { user } = renderScreen(<ReportView report={report} view={view("")} />);
  await user.click(screen.getByText("Download CSV"));
  expect(await screen.findByText("The test has no answer for getProjectReport.")).toBeDefined();
});

test("says that there is nothing to report without monitors, instead of figures", async () => {
  const none = { ...report, monitors: [], monitor_count: 0, downtime: 0 };
  renderScreen(<ReportView report={none} view={view("")} />);
  expect(await screen.findByText("Nothing to report yet")).toBeDefined();
  expect(screen.queryByText("Mean time to recovery")).toBeNull();
});
