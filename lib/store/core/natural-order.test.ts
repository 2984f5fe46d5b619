import { expect, test } from "vitest";
import { makeMonitor } from "@/lib/testing/checks";
import { useScene } from "@/lib/testing/scene";
import { run } from "@/lib/testing/sql";
import { read } from "./connection/statements";
import { naturalOrderOf } from "./natural-order";

const scene = useScene("file");
const NAMES = ["api 1.9", "API 1.10", "Shop", "shop 2", "Shop 2b", "Shop 010", "Shop 9007199254740993"];

test("sorts texts by the numbers in them, ignoring case", async () => {
  const rows = await read<{ name: string }>(
    `select name from unnest($1::text[]) as name order by ${naturalOrderOf("name")}`,
    [NAMES.toReversed()],
  );
  expect(rows.map(({ name }) => name)).toEqual(NAMES);
});

test("monitors store the same key", async () => {
  for (const name of NAMES) await makeMonitor(scene.projectId, { name });
  const stored =
    await run`select name, name_order from monitors where project_id = ${scene.projectId} order by id`;
  const keys = await read<{ name: string; name_order: string }>(
    `select name, ${naturalOrderOf("name")} as name_order from unnest($1::text[]) as name`,
    [NAMES],
  );
  expect(stored).toEqual(keys);
});
