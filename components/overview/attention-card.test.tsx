import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import type { AttentionMonitor, Overview } from "@/lib/contract/reports/overview";
import { AttentionCard } from "./attention-card";

const monitor = (id: number): AttentionMonitor => ({
  id,
  name: `Shop ${id}`,
  status: "offline",
  status_since: "2026-03-01T10:00:00Z",
  data_missing: false,
  region_threshold: 1,
  observed_regions: [],
});

function rendered(
  total: number,
  shown: number,
  failing: number[] = [],
  alerting: Overview["alerting"] = null,
): string {
  const open = { total: failing.length, data: failing.map((id) => ({ monitors: [id] })) };
  const data = Array.from({ length: shown }, (_, at) => monitor(at + 1));
  const overview = {
    attention: { total, data },
    certificates: { total: 0, data: [] },
    alerting,
    open_incidents: open,
  };
  return renderToStaticMarkup(<AttentionCard overview={overview as unknown as Overview} />);
}

test("counts everything that needs attention and says what isn't shown", () => {
  const html = rendered(1025, 10);
  expect(html).toContain("Needs attention · 1,025");
  expect(html).toContain("1,015 more aren&#x27;t shown.");
  expect(html.match(/href="\/monitors\/\d+"/g)).toHaveLength(10);
});

test("says nothing about more when all are shown, and disappears when all is well", () => {
  expect(rendered(2, 2)).not.toContain("more aren");
  expect(rendered(0, 0)).toBe("");
});

test("leaves out monitors whose incident is shown already", () => {
  const html = rendered(12, 10, [2, 3, 99]);
  // Monitor 99 is beyond the rows that were read.
  expect(html).toContain("Needs attention · 9");
  expect(html).toContain("1 more aren&#x27;t shown.");
  expect(html).not.toContain("Shop 2<");
  expect(rendered(2, 2, [1, 2])).toBe("");
  expect(rendered(125, 2, [1, 2])).toBe("");
  const everyOne = Array.from({ length: 51 }, (_, at) => at + 1);
  expect(rendered(51, 10, everyOne)).toBe("");
});

test("says that outages would alert no one, and which integrations don't deliver", () => {
  const html = rendered(0, 0, [], {
    no_alerts: "no_alert_rule",
    integrations: {
      total: 12,
      data: [
        { id: 1, name: "Ops", trouble: "failing", reason: "returned 404", until: null },
        { id: 2, name: "Chat", trouble: "rate_limited", reason: null, until: "2026-03-01T10:00:00Z" },
        { id: 3, name: "Pager", trouble: "paused", reason: null, until: null },
      ],
    },
  });
  expect(html).toContain("Needs attention · 13");
  expect(html).toContain("Outages alert no one");
  expect(html).toContain("Latest error: returned 404");
  expect(html).toContain("Rate-limited");
  expect(html).toContain("Paused");
  expect(html.match(/href="\/integrations"/g)).toHaveLength(4);
});
