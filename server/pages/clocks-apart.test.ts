import { expect, it } from "vitest";
import { CreateIncident } from "@/lib/contract/incidents/incidents";
import { createIncidentUpdate } from "@/lib/services/incidents/updates";
import { createIncident } from "@/lib/services/incidents/writes";
import { keepTimeBy } from "@/lib/shared/clock";
import { PageCache } from "@/lib/status-page/serve/page-cache";
import { renderProjectPages } from "@/lib/status-page/serve/render-project";
import { useAcmePage } from "@/lib/testing/pages/acme-page";

const frontDoor = useAcmePage();
/** The database's clock corrects each server's to within 50 ms. */
const APART_MS = 100;

it("shows what was just published, even if a server whose clock is behind renders the page", async () => {
  const { scene } = frontDoor;
  const incident = CreateIncident.parse({ title: "Checkout is slow", impact: "partial_outage" });
  const { id } = await createIncident(scene.caller(), incident);
  await createIncidentUpdate(scene.caller(), id, { state: "identified", content: "We found the cause." });
  const at = Date.now() - APART_MS;
  keepTimeBy(() => at);
  await renderProjectPages(scene.projectId).finally(() => keepTimeBy(null));
  const entry = await new PageCache((read) => read()).find("subdomain", "acme");
  const text = entry?.home?.identity.toString("utf8") ?? "";
  expect(text).toContain("Checkout is slow");
  expect(text).toContain("We found the cause.");
});
