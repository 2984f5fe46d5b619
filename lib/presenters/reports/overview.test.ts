import { expect, test } from "vitest";
import type { Certificate } from "@/lib/contract/checks/certificates";
import type { Monitor } from "@/lib/contract/monitors/monitors";
import { attentionOf, expiringOf, headline } from "./overview";

const NOW = new Date("2026-03-01T12:00:00Z");

const monitor = (id: number, paused = false) => ({ id, name: `Shop ${id}`, paused }) as Monitor;
const certificate = (id: number, monitor_id: number, not_after: string, warned_days: number | null = 14) =>
  ({ id, monitor_id, not_after, warned_days, subject_common_name: `${id}.example` }) as Certificate;

test("lists certificates once a rule warns about them and after they expired", () => {
  const certificates = [
    certificate(1, 1, "2026-03-06T11:00:00Z"),
    certificate(2, 1, "2026-03-20T11:00:00Z"),
    certificate(3, 2, "2026-03-02T11:00:00Z"),
    certificate(4, 9, "2026-02-27T11:00:00Z", null),
    certificate(5, 9, "2026-03-02T11:00:00Z", null),
  ];
  expect(expiringOf(certificates, [monitor(1), monitor(2, true)], NOW)).toEqual([
    {
      key: "certificate 4",
      monitorId: 9,
      name: "4.example",
      state: "expired",
      why: "Its certificate expired 2 days ago",
    },
    {
      key: "certificate 1",
      monitorId: 1,
      name: "Shop 1",
      state: "expiring",
      why: "Its certificate expires in 5 days",
    },
  ]);
});

test("lists a monitor that is not being checked and does not say that all is well", () => {
  const observed_regions = [{ region: "eu-deu-fra", status: "online", silent: true, last_error: null }];
  const unseen = { ...monitor(1), status: "online", data_missing: true, observed_regions } as Monitor;
  expect(attentionOf([unseen])).toMatchObject([
    { name: "Shop 1", state: "no_data", why: expect.stringContaining("No data") },
  ]);
  expect(headline(0, [unseen])).toBe("1 monitor isn't being checked");
  expect(headline(0, [{ ...unseen, data_missing: false }])).toBe("All systems up");
});
