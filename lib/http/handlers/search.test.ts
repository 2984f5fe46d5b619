import { beforeAll, expect, test } from "vitest";
import { HOUR_MS, MINUTE_MS } from "@/lib/shared/durations";
import { useAccounts } from "@/lib/testing/accounts/test-accounts";
import { api } from "@/lib/testing/api";
import { MONITOR } from "@/lib/testing/scene";

const accounts = useAccounts();
const client = () => api(accounts.prjWrite);

/** Windows start and end at whole minutes. */
const inHours = (hours: number) =>
  new Date(Math.ceil(Date.now() / MINUTE_MS) * MINUTE_MS + hours * HOUR_MS).toISOString();
const page = {
  title: "Status",
  description: "Live status",
  website_url: "https://example.com",
  search_engine_indexed: false,
  components: [],
};

beforeAll(async () => {
  const starts_at = inHours(1);
  const ends_at = inHours(2);
  const monitor = await client().post("/uptime/monitors", MONITOR);
  const window = { starts_at, ends_at, monitors: [monitor.body.id] };
  const made = [
    monitor,
    await client().post("/uptime/monitors", { ...MONITOR, name: "ÜBERSICHT" }),
    await client().post("/uptime/incidents", { title: "Checkout is slow", impact: "unknown" }),
    await client().post("/uptime/incidents", { title: "100% of mails bounce", impact: "unknown" }),
    await client().post("/uptime/incidents", { title: "ДОСТУП gestört", impact: "unknown" }),
    await client().post("/uptime/maintenance-windows", { ...window, title: "Upgrade" }),
    await client().post("/uptime/maintenance-windows", { ...window, title: "Move racks" }),
    await client().post("/uptime/maintenance-windows", { ...window, title: "Ändern" }),
    await client().post("/uptime/status-pages", { ...page, name: "Shop", subdomain: "acme" }),
    await client().post("/uptime/status-pages", { ...page, name: "Intranet", subdomain: "inside" }),
    await client().post("/uptime/status-pages", { ...page, name: "Éclair", subdomain: "eclair" }),
  ];
  expect(made.map(({ status }) => status)).toEqual(made.map(() => 201));
});

test.each([
  ["monitors", "übers", ["ÜBERSICHT"]],
  ["incidents", "доступ GESTÖRT", ["ДОСТУП gestört"]],
  ["maintenance-windows", "ÄND", ["Ändern"]],
  ["status-pages", "éclair", ["Éclair"]],
  ["incidents", "CHECKOUT", ["Checkout is slow"]],
  ["incidents", "app-2", ["100% of mails bounce"]],
  ["incidents", "100%", ["100% of mails bounce"]],
  ["incidents", "_", []],
  ["maintenance-windows", "rack", ["Move racks"]],
  ["status-pages", "shop", ["Shop"]],
  ["status-pages", "inside", ["Intranet"]],
])("finds %s by part of what the list shows: %s", async (list, search, names) => {
  const { body } = await client().get(`/uptime/${list}?search=${encodeURIComponent(search)}&with_total=true`);
  expect(body.data.map((each: { title: string; name?: string }) => each.name ?? each.title)).toEqual(names);
  expect(body.meta.total).toBe(names.length);
});
