import { useQuery } from "@tanstack/react-query";
import { screen, waitFor } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { query } from "@/lib/client/query";
import { monitorReads } from "@/lib/client/reads/monitor-reads";
import { routes } from "@/lib/client/routes";
import { ApiError } from "@/lib/contract/core/errors";
import { aMonitor } from "@/lib/testing/screen/records";
import { renderScreen } from "@/lib/testing/screen/render";
import { MonitorActions } from "./monitor-actions";

function Shown() {
  const { data } = useQuery(query(routes.getMonitor, monitorReads(1).monitor));
  const ignore = () => undefined;
  return data && <MonitorActions monitor={data} checking={false} onCheck={ignore} onDeleted={ignore} />;
}

function pending() {
  let settle = { resolve: (_?: unknown) => {}, reject: (_: Error) => {} };
  const promise = new Promise((resolve, reject) => {
    settle = { resolve, reject };
  });
  return { promise, ...settle };
}

test("shows a pause before the server answers, and takes it back with the reason when it refuses", async () => {
  const answer = pending();
  const { user } = renderScreen(<Shown />, {
    answers: { getMonitor: aMonitor(), pauseMonitor: () => answer.promise },
  });
  await user.click(await screen.findByRole("button", { name: "Pause" }));
  expect(await screen.findByRole("button", { name: "Resume" })).toBeDefined();
  answer.reject(new ApiError(403, "This action needs the uptime:write permission."));
  expect(await screen.findByRole("button", { name: "Pause" })).toBeDefined();
  await waitFor(() => expect(screen.getByRole("status").textContent).toContain("uptime:write"));
});

test("undoes a pause from the toast", async () => {
  let paused = false;
  const turn = (next: boolean) => () => {
    paused = next;
  };
  const { user } = renderScreen(<Shown />, {
    answers: { getMonitor: () => aMonitor({ paused }), pauseMonitor: turn(true), resumeMonitor: turn(false) },
  });
  await user.click(await screen.findByRole("button", { name: "Pause" }));
  await user.click(await screen.findByRole("button", { name: "Undo: Monitor paused" }));
  expect(await screen.findByRole("button", { name: "Pause" })).toBeDefined();
  expect(paused).toBe(false);
});

test("keeps the other actions in the menu on a phone, and only there", async () => {
  const wide = window.matchMedia("all");
  const isPhone = vi.spyOn(window, "matchMedia").mockReturnValue({ ...wide, matches: true });
  const { user } = renderScreen(<Shown />, { answers: { getMonitor: aMonitor() } });
  const items = async () => {
    await user.click(await screen.findByRole("button", { name: "More actions" }));
    return screen.getAllByRole("menuitem").map((item) => item.textContent?.trim());
  };
  expect(await items()).toEqual(["Pause", "Edit", "Clone", "Delete…"]);
  await user.keyboard("{Escape}");
  isPhone.mockReturnValue({ ...wide, matches: false });
  expect(await items()).toEqual(["Clone", "Delete…"]);
  isPhone.mockRestore();
});
