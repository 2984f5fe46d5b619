import { describe, expect, it } from "vitest";
import { HOUR_MS } from "@/lib/shared/durations";
import { addMonths } from "@/lib/status-page/model/months";
import { historyOf } from "@/lib/status-page/serve/representations";
import { ensureRollupMonths } from "@/lib/store/checks/rollup-months";
import { useAcmePage } from "@/lib/testing/pages/acme-page";
import { run } from "@/lib/testing/sql";

const frontDoor = useAcmePage();

describe("the history", () => {
  it("leads from a date to its months, on every host of the page", async () => {
    for (const [path, host, location] of [
      ["/status/acme/history?date=2026-08-03", undefined, "/status/acme/history/2026-08#2026-08-03"],
      ["/history?date=2026-08-03", "status.acme.test", "/history/2026-08#2026-08-03"],
    ] as const) {
      const { status, headers } = await frontDoor.ask(path, host ? { host } : {});
      expect([status, headers.location]).toEqual([302, location]);
    }
  });

  it("ignores anything other than a date", async () => {
    for (const date of ["", "2026-13-01", "yesterday", "2026-08-03%0d%0aX:y", "//example.com"]) {
      expect((await frontDoor.ask(`/status/acme/history?date=${date}`)).status).toBe(200);
    }
    expect(historyOf("2026-8-3")).toBeNull();
  });

  it("links to later months unless it shows the newest", async () => {
    expect((await frontDoor.ask("/status/acme/history")).text).not.toContain("Later months");
    const older = addMonths(new Date(), -12).toISOString().slice(0, 7);
    const later = addMonths(new Date(`${older}-01`), 3)
      .toISOString()
      .slice(0, 7);
    const { text } = await frontDoor.ask(`/status/acme/history/${older}`);
    expect(text).toContain(`<a href="/status/acme/history/${later}">Later months</a>`);
  });
});

describe("the response times of a component", () => {
  const page = async () => (await frontDoor.ask(`/status/acme/components/${frontDoor.monitorId}`)).text;

  it("are left out before the first checks", async () => {
    expect(await page()).not.toContain("Response time");
  });

  it("show median and 95th percentile of successful checks, unless the page shows no response times", async () => {
    const first = Math.floor(Date.now() / HOUR_MS) * HOUR_MS - 5 * HOUR_MS;
    await ensureRollupMonths(new Date(first), new Date());
    for (let hour = 0; hour < 4; hour += 1) {
      await run`insert into rollups_hourly (project_id, monitor_id, region, hour, up, down, inconclusive, missed, sum_us, min_us, max_us,
           p50_us, p75_us, p95_us, p99_us)
         values (${frontDoor.scene.projectId}, ${frontDoor.monitorId}, 'eu-deu-fra', ${new Date(first + hour * HOUR_MS)}, 120, 0, 0, 0, 12000000, 90000, 250000, 100000, 150000, 200000, 240000)`;
    }
    await frontDoor.makePage({ subdomain: "times" });
    const path = `/status/times/components/${frontDoor.monitorId}`;
    const { text } = await frontDoor.ask(path);
    expect(text).toContain("7 days: 100 ms median, 200 ms 95th percentile");
    expect(text).toContain("24 hours: No data.");
    await frontDoor.makePage({ subdomain: "quiet", show_response_times: false });
    expect((await frontDoor.ask(`/status/quiet/components/${frontDoor.monitorId}`)).text).not.toContain(
      "Response time",
    );
  });
});
