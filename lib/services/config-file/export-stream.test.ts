import { expect, test } from "vitest";
import { stringify } from "yaml";
import { exportedConfig } from "@/lib/testing/exported-config";
import { useScene } from "@/lib/testing/scene";
import { run } from "@/lib/testing/sql";
import { statements } from "@/lib/testing/statements/statements";
import { exportConfig } from "./export";

const scene = useScene();

const seed = (count: number) => run`
  insert into monitors (project_id, name, protocol, request, regions, interval_seconds, timeout_ms, incident_confirmations,
    recovery_confirmations, region_threshold, config_version, created_at)
  select ${scene.projectId}, 'Same name', 'http', jsonb_build_object('method', 'GET', 'url', 'https://shop.example.com/' || n),
    '{eu-deu-fra}', 30, 10000, 3, 3, 1, 1, now() from generate_series(1, ${count}::int) n`;

test("writes the same bytes item by item as all at once", async () => {
  await seed(3);
  const body = `${"A long text that has to be folded. ".repeat(10)}\n\n  indented: "yes" # é 🦊\n`;
  await run`update monitors set request = request || jsonb_build_object('body', ${body}::text) where project_id = ${scene.projectId}`;
  const { text, config } = await exportedConfig(scene.caller());
  expect(Object.keys(config.monitors)).toEqual(["same-name", "same-name-2", "same-name-3"]);
  expect(config.monitors["same-name"]?.request).toMatchObject({ body });
  expect(text).toBe(stringify(config, { lineWidth: 120, aliasDuplicateObjects: false }));
});

test("reads monitors a few at a time without counting them, and no more once the reader stops", async () => {
  await seed(1000);
  const monitorReads = async (work: () => Promise<unknown>) => {
    const sent = await statements(work);
    expect(sent.filter((text) => /count\(.*from "?monitors/s.test(text))).toEqual([]);
    return sent.filter((text) => text.startsWith('select * from "monitors"')).length;
  };
  const whole = await monitorReads(() => exportedConfig(scene.caller()));
  const started = await monitorReads(async () => {
    for await (const _ of await exportConfig(scene.caller(), "app")) break;
  });
  expect([whole > 3, started]).toEqual([true, 1]);
});
