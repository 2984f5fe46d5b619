import { sql } from "kysely";
import { beforeEach, expect, test } from "vitest";
import { useDatabase } from "@/lib/testing/database";
import { makeScene } from "@/lib/testing/scene";
import { moveBack, run } from "@/lib/testing/sql";
import { faultsOf } from "@/lib/testing/statements/shard-rule";
import { statements } from "@/lib/testing/statements/statements";
import { keyedRequest } from "./claimed-key";
import { claimIdempotencyKey, keepAnswer, releaseKey } from "./idempotency";
import { tx } from "./tx";

useDatabase();
const HASH = Buffer.from("request");
let organizationId = 0;
beforeEach(async () => {
  ({ organizationId } = await makeScene());
});

async function claim() {
  const claimed = await claimIdempotencyKey(organizationId, "key", HASH);
  if (!claimed || !("claimedAt" in claimed)) throw new Error("the key isn't free");
  return claimed;
}

const age = () => moveBack("idempotency_keys", ["created_at"], 180);

test("a request isn't said to have taken effect if it becomes old between two statements and may still run", async () => {
  await claim();
  await age();
  // The update comes too early for a row that is old when the next statement reads it.
  await run`create function skip_row() returns trigger language plpgsql as 'begin return null; end'`;
  await run`create trigger too_early before update on idempotency_keys for each row execute function skip_row()`;
  const again = await claimIdempotencyKey(organizationId, "key", HASH);
  await run`drop trigger too_early on idempotency_keys`;
  expect(again).toMatchObject({ status: null, is_lost: false });
});

test("a cluster takes the statements of a key", async () => {
  const texts = await statements(async () => {
    const claimed = await claim();
    await age();
    await claim();
    await claimIdempotencyKey(organizationId, "key", HASH);
    await keepAnswer(claimed, 201, "");
    await releaseKey(claimed, true);
  });
  expect(texts.length).toBeGreaterThan(6);
  expect(await faultsOf(texts)).toEqual([]);
});

test("a request whose server was frozen takes no effect once another has its key", async () => {
  const frozen = await claim();
  await age();
  const later = await claim();
  const rename = (name: string) => (trx: Parameters<Parameters<typeof tx>[0]>[0]) =>
    trx.updateTable("organizations").set({ name }).where("id", "=", organizationId).execute();
  await keyedRequest.run({ claim: later, isOver: false }, () => tx(rename("Later")));
  const late = keyedRequest.run({ claim: frozen, isOver: false }, () => tx(rename("Frozen")));
  await expect(late).rejects.toThrow("took over");
  await keepAnswer(frozen, 500, "frozen");
  await releaseKey(frozen, true);
  await keepAnswer(later, 201, "later");
  const rows =
    await run`select o.name, k.status, k.body, k.took_effect from organizations o join idempotency_keys k
    on k.organization_id = o.id where o.id = ${organizationId}`;
  expect(rows).toEqual([{ name: "Later", status: 201, body: "later", took_effect: true }]);
});

test("work that outlives its request doesn't need the key", async () => {
  const keyed = { claim: await claim(), isOver: true };
  await releaseKey(keyed.claim, true);
  await keyedRequest.run(keyed, () => tx((trx) => trx.selectNoFrom(sql`1`.as("one")).execute()));
});
