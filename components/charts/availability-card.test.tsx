import { screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { renderScreen } from "@/lib/testing/screen/render";
import AvailabilityCard from "./availability-card";

const cell = (at: string) => ({ at, availability: 100, downtime: 0, coverage: 100 });
const isDay = ({ query }: { query: URLSearchParams }) => query.get("step") === "day";

test("asks for two weeks of hours first, and for three months after a switch to days", async () => {
  const { user, sent } = renderScreen(<AvailabilityCard monitorId={1} since="2020-01-01T00:00:00Z" />, {
    answers: { getMonitorAvailability: { cells: [cell("2026-11-21T06:00:00Z")] } },
  });
  const asked = () => sent.filter(({ id }) => id === "getMonitorAvailability").map(({ query }) => query);
  const days = (query: URLSearchParams | undefined) =>
    (Date.parse(query?.get("to") ?? "") - Date.parse(query?.get("from") ?? "")) / 86_400_000;
  await waitFor(() => expect(asked()).toHaveLength(1));
  expect(Math.ceil(days(asked()[0]))).toBe(14);
  await user.click(screen.getByLabelText("Days"));
  await waitFor(() => expect(asked()).toHaveLength(2));
  expect(days(asked()[1])).toBeGreaterThan(61);
  await user.click(screen.getByLabelText("Earlier"));
  await waitFor(() => expect(asked()).toHaveLength(3));
  expect(asked()[2]?.get("to")).toBe(asked()[1]?.get("from"));
});

test("never shows hours as if they were days", async () => {
  const getMonitorAvailability = (request: { query: URLSearchParams }) =>
    isDay(request) ? new Promise(() => {}) : { cells: [cell("2026-11-21T06:00:00Z")] };
  const { user } = renderScreen(<AvailabilityCard monitorId={1} since="2020-01-01T00:00:00Z" />, {
    answers: { getMonitorAvailability },
  });
  const hour = await screen.findByRole("link", { name: /^Sat, Nov 21, 06:00: 100/ });
  expect(hour.getAttribute("href")).toBe(
    "?checks_from=2026-11-21T06%3A00%3A00Z&checks_to=2026-11-21T07%3A00%3A00Z#results",
  );
  await user.click(screen.getByLabelText("Days"));
  expect(screen.queryByText("November 2026")).toBeNull();
});
