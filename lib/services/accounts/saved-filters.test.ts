import { beforeAll, expect, test } from "vitest";
import { useAccounts } from "@/lib/testing/accounts/test-accounts";
import { makeScene, type Scene } from "@/lib/testing/scene";
import { deleteSavedFilter, listSavedFilters, saveFilter } from "./saved-filters";

const accounts = useAccounts();
const PAGE = { limit: 100, offset: 0 };
let scene: Scene;

beforeAll(async () => {
  scene = await makeScene();
});

const person = (userId: number, projectId = scene.projectId) => scene.caller({ userId, projectId });
const down = { list: "monitors", name: "Down", query: "status=offline" } as const;

test("keeps filters per person and project, and replaces one of the same name", async () => {
  const [ada, ben] = [person(accounts.users.ada), person(accounts.users.ben)];
  await saveFilter(ada, { ...down, query: "" });
  await saveFilter(ada, down);
  await saveFilter(ada, { ...down, list: "incidents" });
  await saveFilter(ben, { ...down, name: "Mine" });
  const { items } = await listSavedFilters(ada, PAGE);
  expect(items.map(({ list, query }) => [list, query])).toEqual([
    ["monitors", "status=offline"],
    ["incidents", "status=offline"],
  ]);
  expect(
    (await listSavedFilters(person(accounts.users.ada, (await makeScene()).projectId), PAGE)).items,
  ).toEqual([]);
  const own = items.map(({ id }) => id);
  await expect(deleteSavedFilter(ben, own[0] ?? 0)).rejects.toMatchObject({ status: 404 });
  for (const id of own) await deleteSavedFilter(ada, id);
  expect((await listSavedFilters(ada, PAGE)).items).toEqual([]);
});

test("refuses the 51st filter, but still replaces one", async () => {
  const cleo = person(accounts.users.cleo);
  for (let at = 0; at < 50; at += 1) await saveFilter(cleo, { ...down, name: `Filter ${at}` });
  await expect(saveFilter(cleo, { ...down, name: "One more" })).rejects.toMatchObject({ status: 422 });
  expect(await saveFilter(cleo, { ...down, name: "Filter 7", query: "tag=eu" })).toMatchObject({
    query: "tag=eu",
  });
});
