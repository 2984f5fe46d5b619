import { afterEach, beforeEach, expect, test } from "vitest";
import { CreateIncident } from "@/lib/contract/incidents/incidents";
import type { Caller } from "@/lib/services/core/caller";
import { recoverIncident } from "@/lib/services/incidents/incidents";
import { createIncident } from "@/lib/services/incidents/writes";
import { keepTimeBy } from "@/lib/shared/clock";
import { MINUTE_MS } from "@/lib/shared/durations";
import { useAccounts } from "@/lib/testing/accounts/test-accounts";
import { makeScene, type Scene } from "@/lib/testing/scene";
import { dismissAway, getAway } from "./away";

const accounts = useAccounts();
let scene: Scene;

beforeEach(async () => {
  scene = await makeScene();
});
afterEach(() => keepTimeBy(null));

function person(userId: number, change: Partial<Caller> = {}): Caller {
  return scene.caller({ kind: "session", id: userId, userId, label: `Person ${userId}`, ...change });
}

const laterBy = (minutes: number) => keepTimeBy(() => Date.now() + minutes * MINUTE_MS);
const openIncident = (caller: Caller) =>
  createIncident(caller, CreateIncident.parse({ title: "Slow", impact: "unknown" }));

test("counts what others did since the last visit, until it is dismissed", async () => {
  const ada = person(accounts.users.ada);
  expect((await getAway(ada)).since).toBeNull();
  const { id } = await openIncident(person(accounts.users.ben));
  await openIncident(ada);
  await recoverIncident(person(accounts.users.ben), id);
  laterBy(29);
  expect((await getAway(ada)).since).toBeNull();
  laterBy(29 + 31);
  const away = await getAway(ada);
  expect(away.since).not.toBeNull();
  laterBy(61);
  expect(await getAway(ada)).toEqual(away);
  await dismissAway(ada);
  expect((await getAway(ada)).since).toBeNull();
});

test("leaves out own changes, and all changes for someone who may not read the audit log", async () => {
  const [ada, cleo] = [
    person(accounts.users.ada),
    person(accounts.users.cleo, { permissions: new Set(["uptime:read"]) }),
  ];
  keepTimeBy(() => Date.now() - 40 * MINUTE_MS);
  await dismissAway(ada);
  for (const each of [ada, cleo]) await getAway(each);
  keepTimeBy(null);
  const { id } = await openIncident(ada);
  await recoverIncident(person(accounts.users.ben), id);
  laterBy(1);
  expect(await getAway(ada)).toMatchObject({ opened: 1, resolved: 1, changes: 1 });
  expect(await getAway(cleo)).toMatchObject({ opened: 1, resolved: 1, changes: 0 });
});
