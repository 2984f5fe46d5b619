import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import type { Installation } from "@/lib/contract/reference/installation";
import { listed } from "@/lib/testing/screen/api";
import { readiness } from "@/lib/testing/screen/records";
import { renderScreen } from "@/lib/testing/screen/render";
import { HealthPage } from "./health-page";

const getReadiness = readiness({
  notifications: { ok: false, message: "Notifications are more than 5 min overdue." },
});
const getInstallation: Installation = {
  version: "0.1.0",
  started_at: "2026-11-22T21:00:00Z",
  stages: {
    check: "2026-11-22T21:00:00Z",
    result: "2026-11-22T21:00:03Z",
    decision: null,
    notification: null,
    page: "2026-11-22T21:00:04Z",
  },
  queues: { jobs: 3, notifications: 1204, page_emails: 0, runner_results: 0, deferred_results: 0 },
  database: { embedded: true, version: "18.4", size_bytes: 12_345_678 },
  disk_free_bytes: 3_440_000_000,
};

const cells = Array.from({ length: 48 }, () => 30);
const getHealthHistory = {
  start_at: "2026-11-22T21:00:00Z",
  cell_seconds: 1800,
  recorded: cells,
  failing: [{ part: "notifications", minutes: cells.map((_, index) => (index === 47 ? 12 : 0)) }],
};

const beside = async (name: string) => (await screen.findByText(name)).nextElementSibling?.textContent;

test("says which part fails and why, how far each stage has come, and what is waiting", async () => {
  const listRunners = listed([{ state: "alive" }, { state: "silent" }]);
  renderScreen(<HealthPage />, { answers: { getReadiness, getInstallation, getHealthHistory, listRunners } });
  expect(
    await screen.findByRole("img", { name: "Database schema, last 24 hours: no problems" }),
  ).toBeTruthy();
  expect(screen.getByRole("img", { name: "Notifications, last 24 hours: failing for 12 min" })).toBeTruthy();
  const [first] = document.querySelectorAll("dl > div");
  expect(first?.textContent).toBe(
    "Notifications12 min failingFailingNotifications are more than 5 min overdue.",
  );
  expect(await beside("Newest event, such as an opened incident")).toBe("none yet");
  expect(await screen.findByText("1 reporting")).toBeTruthy();
  expect(await screen.findByText("1,204")).toBeTruthy();
  expect(await screen.findByText("Embedded PostgreSQL 18.4, 12 MiB")).toBeTruthy();
  expect(screen.getByText("3.2 GiB free")).toBeTruthy();
});
