import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { LiveCache } from "./live-cache";

const LIST = ["listMonitors", null, { sort: "state" }];
const SHOP = ["getMonitor", { monitorId: 1 }, null];
const BLOG = ["getMonitor", { monitorId: 2 }, null];
const OVERVIEW = ["getOverview", null, null];

let cache: QueryClient;
let visible = true;
let live: LiveCache;
/** Reads that were fetched again. */
const fetched: string[] = [];

/** Shows a read on the page. */
function mount(key: readonly unknown[], data: unknown): void {
  cache.setQueryData(key, data);
  const queryFn = () => {
    fetched.push(String(key[0]));
    return cache.getQueryData(key) ?? null;
  };
  new QueryObserver(cache, { queryKey: key, queryFn, staleTime: Number.POSITIVE_INFINITY }).subscribe(
    () => undefined,
  );
}

const monitor = (id: number) => ({ id, status: "online", data_missing: false });
const checks = (checked: number[], changed: { id: number; status: "offline" }[] = []) =>
  live.checks({ project_id: 1, checked, changed });

beforeEach(() => {
  vi.useFakeTimers();
  fetched.length = 0;
  visible = true;
  cache = new QueryClient();
  live = new LiveCache(cache, { isVisible: () => visible, random: () => 1 });
  mount(LIST, { data: [monitor(1), monitor(2)] });
  mount(SHOP, monitor(1));
  mount(BLOG, monitor(2));
  mount(OVERVIEW, {});
});

afterEach(() => {
  live.stop();
  cache.clear();
  vi.useRealTimers();
});

test("shows a monitor that went down immediately, and fetches the overview within 2 s", async () => {
  await vi.advanceTimersByTimeAsync(60_000);
  checks([1], [{ id: 1, status: "offline" }]);
  expect(cache.getQueryData(SHOP)).toMatchObject({ status: "offline" });
  expect(cache.getQueryData(LIST)).toMatchObject({ data: [{ status: "offline" }, { status: "online" }] });
  expect(fetched).toEqual([]);
  await vi.advanceTimersByTimeAsync(2000);
  expect(new Set(fetched)).toEqual(new Set(["listMonitors", "getMonitor", "getOverview"]));
});

test("fetches lists at most every 15 s while results arrive, and a monitor only after its own", async () => {
  for (let second = 0; second < 60; second += 1) {
    checks([3, 4]);
    await vi.advanceTimersByTimeAsync(1000);
  }
  const times = (read: string) => fetched.filter((one) => one === read).length;
  expect([times("listMonitors"), times("getOverview"), times("getMonitor")]).toEqual([3, 3, 0]);
});

test("fetches a changed record once for several changes, at most every 2 s", async () => {
  await vi.advanceTimersByTimeAsync(60_000);
  for (let step = 0; step < 40; step += 1) {
    live.change({ project_id: 1, topic: "monitors", id: 1 });
    await vi.advanceTimersByTimeAsync(100);
  }
  expect(fetched.filter((read) => read === "getMonitor")).toHaveLength(2);
});

test("fetches nothing in a hidden tab until it's shown", async () => {
  visible = false;
  live.change({ project_id: 1, topic: "monitors" });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(fetched).toEqual([]);
  visible = true;
  live.run();
  await vi.advanceTimersByTimeAsync(0);
  expect(fetched).toHaveLength(4);
});

test("marks a read that isn't shown as outdated", () => {
  const other = ["listMonitors", null, { sort: "name" }];
  cache.setQueryData(other, { data: [] });
  checks([3]);
  expect(cache.getQueryState(other)?.isInvalidated).toBe(true);
  expect(cache.getQueryState(LIST)?.isInvalidated).toBe(false);
});
