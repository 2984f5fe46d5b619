import { expect, test } from "vitest";
import { CreateIncident } from "@/lib/contract/incidents/incidents";
import { recoverIncident } from "@/lib/services/incidents/incidents";
import { createIncident } from "@/lib/services/incidents/writes";
import { getCurrentStatus } from "@/lib/services/status-pages/current-status";
import { getStatusPage, listStatusPages } from "@/lib/services/status-pages/pages";
import { getStatusPageStates } from "@/lib/services/status-pages/states";
import { renderProjectPages } from "@/lib/status-page/serve/render-project";
import { useAcmePage } from "@/lib/testing/pages/acme-page";
import { run } from "@/lib/testing/sql";

const acme = useAcmePage();

/** A component as another version may have stored it. */
const UNREADABLE = { componentable_type: "uptime/service", componentable_id: 7 };
const GROUP = { componentable_type: "uptime/group", name: "Europe", is_expanded: true };

/** Stores the components of a new page, whose readable monitor is up and was just checked, and renders it. */
async function publish(subdomain: string, components: (shop: object) => unknown) {
  const { scene, monitorId } = acme;
  await run`update monitor_states set status = 'online', last_checked_at = now() where monitor_id = ${monitorId}`;
  const page = await acme.makePage({ subdomain, domain: null });
  const shop = { componentable_type: "uptime/monitor", componentable_id: monitorId, display_name: null };
  const stored = JSON.stringify(components(shop));
  await run`update status_pages set components = ${stored}::jsonb, updated_at = now() where id = ${page.id}`;
  await renderProjectPages(scene.projectId);
  const textOf = async (path: string) => (await acme.ask(`/status/${subdomain}${path}`)).text;
  return { page, textOf, caller: scene.caller() };
}

test("a page whose components can all be read is operational", async () => {
  const { textOf } = await publish("whole", (shop) => [shop]);
  expect(await textOf("")).toContain("All systems operational");
});

test.each([
  ["top-level component", (shop: object) => [shop, UNREADABLE]],
  ["member of a group", (shop: object) => [{ ...GROUP, components: [shop, UNREADABLE] }]],
  ["list of members", (shop: object) => [shop, { ...GROUP, components: "7" }]],
  ["list of components", () => "7"],
])("a page with an unreadable %s is never shown as operational", async (what, components) => {
  const { page, textOf, caller } = await publish(what.replaceAll(" ", "-"), components);
  const home = await textOf("");
  expect(home).not.toContain("All systems operational");
  expect(home).toContain("<h1>No current data</h1>");
  const [status, badge, uptime, shield, embed] = await Promise.all(
    [
      "api/v2/status.json",
      "badge.svg",
      "badge.svg?metric=uptime",
      "shield-badges/status.json",
      "embed.json",
    ].map((path) => textOf(`/${path}`)),
  );
  expect(JSON.parse(String(status)).status).toEqual({ indicator: "minor", description: "Status Unknown" });
  expect(badge).toContain("no data");
  expect(uptime).toContain("no data");
  expect(JSON.parse(String(shield)).color).toBe("lightgrey");
  expect(JSON.parse(String(embed)).state).toBe("empty");
  const current = await getCurrentStatus(caller, page.id);
  expect(current).toMatchObject({ current_incident_impact: "unknown", availability: null });
  const { pages } = await getStatusPageStates(caller, [page.id], 1000);
  expect(pages[0]?.current_incident_impact).toBe("unknown");
});

test("a group with an unreadable member is never shown as operational", async () => {
  const { page, textOf, caller } = await publish("group", (shop) => [
    { ...GROUP, components: [shop, UNREADABLE] },
  ]);
  expect(await textOf("")).not.toContain('<b>Europe</b><span class="f">lowest');
  const [group] = (await getCurrentStatus(caller, page.id)).components;
  expect(group).toMatchObject({ current_incident_impact: "unknown", availability: null });
  const [state] = (await getStatusPageStates(caller, [page.id], 1000)).pages;
  expect(state?.components[0]?.current_incident_impact).toBe("unknown");
  const { components } = JSON.parse(await textOf("/api/v2/components.json"));
  const unknown = { status: "degraded_performance", description: "Status Unknown" };
  expect(components).toMatchObject([unknown, { status: "operational", description: null }]);
});

test("a page with an unreadable component still shows the trouble of the others", async () => {
  const { scene, monitorId } = acme;
  const input = { title: "Down", impact: "partial_outage", monitors: [monitorId] };
  const incident = await createIncident(scene.caller(), CreateIncident.parse(input));
  const { textOf } = await publish("trouble", (shop) => [shop, UNREADABLE]);
  expect(await textOf("")).toContain("<h1>Partial outage</h1>");
  expect(JSON.parse(await textOf("/api/v2/status.json")).status.indicator).toBe("major");
  await recoverIncident(scene.caller(), incident.id);
});

test("lists and settings leave an unreadable component out", async () => {
  const { page, caller } = await publish("listed", (shop) => [shop, UNREADABLE]);
  expect((await getStatusPage(caller, page.id)).components).toHaveLength(1);
  const { items } = await listStatusPages(caller, {}, { limit: 50, offset: 0 });
  expect(items.map(({ id }) => id)).toContain(page.id);
});

test("the states of pages contain at most the asked number of components", async () => {
  const { page, caller } = await publish("limited", (shop) => [shop, { ...GROUP, components: [shop] }]);
  const shown = async (limit: number) =>
    (await getStatusPageStates(caller, [page.id], limit)).pages.map(({ components }) => components.length);
  expect([await shown(1000), await shown(1)]).toEqual([[2], [1]]);
});
