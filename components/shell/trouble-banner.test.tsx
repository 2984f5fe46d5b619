import { QueryClientProvider } from "@tanstack/react-query";
import { act, screen, waitFor } from "@testing-library/react";
import { renderToString } from "react-dom/server";
import { expect, onTestFinished, test, vi } from "vitest";
import { request } from "@/lib/client/request";
import { routes } from "@/lib/client/routes";
import { fakeApi, listed } from "@/lib/testing/screen/api";
import { renderScreen } from "@/lib/testing/screen/render";
import { TroubleBanner } from "./trouble-banner";

const checks = (ok: boolean) => ({ disk: { ok, message: ok ? null : "The disk is almost full." } });
const silent = (id: number) => ({
  id,
  name: `paris-${id}`,
  region: "eu-fra-cdg",
  kind: "remote",
  state: "silent",
  regions: [],
  quarantined: [],
  report: null,
});
const ready = (ok: boolean, runners: readonly object[] = []) => ({
  getReadiness: { status: "ok", checks: checks(ok) },
  listRunners: listed([...runners]),
});

test("names what is wrong with the server above every page, and nothing while all is well", async () => {
  const { unmount, client } = renderScreen(<TroubleBanner />, { answers: ready(true) });
  await waitFor(() => expect(client.isFetching()).toBe(0));
  expect(screen.queryByRole("listitem")).toBeNull();
  unmount();
  renderScreen(<TroubleBanner />, { answers: ready(false) });
  expect(await screen.findByText("The disk is almost full.")).toBeDefined();
});

test("shows the server's problems first, then one of the runners', and how many more there are", async () => {
  renderScreen(<TroubleBanner />, { answers: ready(false, [silent(1), silent(2), silent(3)]) });
  await screen.findByText("The disk is almost full.");
  const lines = screen.getAllByRole("listitem").map(({ textContent }) => textContent);
  expect(lines).toEqual(["The disk is almost full.", expect.stringContaining("paris-1")]);
  expect(screen.getByText("How to fix this").parentElement?.textContent).toContain("2 more.");
});

const DISK = { line: "The disk is almost full.", isOfRunners: false, id: null };
const SILENT = { line: "Runner A is silent.", isOfRunners: true, id: "silent 1" };

test("has the server's problems in the first HTML, and hides the bar once the browser reads that all is well", async () => {
  const initial = { shown: [DISK, SILENT], more: 3 };
  const { client } = renderScreen(<TroubleBanner initial={initial} />, { answers: ready(true) });
  const html = renderToString(
    <QueryClientProvider client={client}>
      <TroubleBanner initial={initial} />
    </QueryClientProvider>,
  );
  for (const text of [DISK.line, SILENT.line, "3 more"]) expect(html).toContain(text);
  await waitFor(() => expect(screen.queryByRole("listitem")).toBeNull());
});

test("keeps the bar until the browser has the words for newer problems, and dismisses those that can be dismissed", async () => {
  const { user, client } = renderScreen(<TroubleBanner initial={{ shown: [SILENT], more: 0 }} />, {
    answers: { getReadiness: () => new Promise(() => undefined), listRunners: listed([]) },
  });
  await waitFor(() => expect(client.isFetching()).toBe(1));
  expect(screen.getByText(SILENT.line)).toBeDefined();
  await user.click(screen.getByLabelText("Dismiss"));
  expect(screen.queryByText(SILENT.line)).toBeNull();
});

const hang = () => new Promise(() => undefined);

test("says that the server can't be reached when it accepts requests but doesn't answer", async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  renderScreen(<TroubleBanner />, { answers: { getReadiness: hang } });
  await act(() => vi.advanceTimersByTimeAsync(11_000));
  expect(screen.getByText(/^Vedette can't be reached/)).toBeDefined();
});

test("a change doesn't wait forever for an answer", async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  fakeApi({ signOut: hang });
  const change = request(routes.signOut).catch((error: Error) => error.message);
  await vi.advanceTimersByTimeAsync(301_000);
  expect(await change).toMatch(/^The server didn't respond within 300 s\./);
});
