// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { queryAll } from "@/lib/client/query";
import { routes } from "@/lib/client/routes";
import { lastMonth, readReportView } from "@/lib/presenters/reports/report-range";
import { ReportControls } from "./report-controls";

afterEach(cleanup);

function controls(search = "") {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  client.setQueryData(queryAll(routes.listTags).queryKey, { data: [{ tag: "shop" }] } as never);
  const onShow = vi.fn();
  render(
    <QueryClientProvider client={client}>
      <ReportControls
        view={readReportView(new URLSearchParams(search))}
        shown={{ from: "2026-02-01", to: "2026-02-28" }}
        onShow={onShow}
      />
    </QueryClientProvider>,
  );
  return onShow;
}

const enter = (name: string, value: string) =>
  fireEvent.change(screen.getByLabelText(name), { target: { value } });

test("a chosen day keeps the other end of the report, and the first page is shown", () => {
  const onShow = controls("page=3");
  enter("From", "2026-02-10");
  expect(onShow).toHaveBeenLastCalledWith(
    expect.objectContaining({ dates: { from: "2026-02-10", to: "2026-02-28" }, page: 1 }),
  );
});

test("a range that ends before it starts is explained and not shown", () => {
  const onShow = controls();
  enter("To", "2026-01-01");
  expect(onShow).not.toHaveBeenCalled();
  expect(screen.getByRole("alert").textContent).toContain("at most 2 years");
});

const SHOP = { tag: "shop", page: 1, sort: "availability" };

test("shows the last calendar month, from the first page", async () => {
  const onShow = controls("tag=shop&page=3");
  await userEvent.click(screen.getByLabelText("Last month"));
  const dates = lastMonth(new Date());
  expect(onShow).toHaveBeenLastCalledWith({ ...SHOP, range: "30", dates });
  expect(screen.getByLabelText<HTMLInputElement>("From").value).toBe(dates.from);
});

test("a tag is kept when the range changes", async () => {
  const onShow = controls("tag=shop&from=2026-01-01&to=2026-01-02");
  expect((screen.getByLabelText("Tag") as HTMLSelectElement).value).toBe("shop");
  await userEvent.click(screen.getByLabelText("90 d"));
  expect(onShow).toHaveBeenLastCalledWith({ ...SHOP, range: "90", dates: null });
});
