import { screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import type { RuleDraft } from "@/lib/presenters/alerting/rule-draft";
import { listed } from "@/lib/testing/screen/api";
import { renderScreen } from "@/lib/testing/screen/render";
import { rulePairs, rulesButton, UnusedTags } from "./more-rules";

const draft = { event: "uptime.incident.created", integrationId: 1 } as RuleDraft;

test("creates each pair of an event and an integration once, and says how many", () => {
  const more = {
    events: ["uptime.incident.created", "uptime.incident.recovered"],
    integrationIds: [1, 2],
  } as const;
  expect(rulePairs(draft, more)).toEqual([
    { event: "uptime.incident.created", integrationId: 1 },
    { event: "uptime.incident.created", integrationId: 2 },
    { event: "uptime.incident.recovered", integrationId: 1 },
    { event: "uptime.incident.recovered", integrationId: 2 },
  ]);
  expect(rulesButton(draft, more)).toBe("Create 4 alert rules");
  expect(rulesButton(draft, { events: [], integrationIds: [] })).toBe("Create alert rule");
});

test("warns about tags that no monitor has", async () => {
  const uses = { incidents: 0, status_pages: 0, maintenance_windows: 0 };
  const answers = { listTags: listed([{ tag: "web", monitors: 2, total: 2, ...uses }]) };
  const { unmount } = renderScreen(<UnusedTags tags={["wbe"]} />, { answers });
  expect(await screen.findByText(/No monitor has this tag/)).toBeDefined();
  unmount();
  const { sent } = renderScreen(<UnusedTags tags={["web"]} />, { answers });
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(screen.queryByText(/No monitor/)).toBeNull();
});
