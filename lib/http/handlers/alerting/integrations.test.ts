import { beforeAll, expect, test } from "vitest";
import { useAccounts } from "@/lib/testing/accounts/test-accounts";
import { api } from "@/lib/testing/api";

const accounts = useAccounts();
let write: ReturnType<typeof api>;
beforeAll(async () => {
  write = api(accounts.prjWrite);
});

test("lists filter by exact names, repeated or separated by commas", async () => {
  const settings = { members: [accounts.users.ada] };
  for (const name of ["First", "Second", "First and more"])
    expect((await write.post("/apps/email/integrations", { name, settings })).status).toBe(201);
  const named = async (query: string) =>
    (await write.get(`/apps/email/integrations?${query}`)).body.data?.map(
      ({ name }: { name: string }) => name,
    );
  expect(await named("name=First&name=Second")).toEqual(["Second", "First"]);
  expect(await named("name=First,Second")).toEqual(["Second", "First"]);
  expect(await named("name[]=First&name[]=nobody")).toEqual(["First"]);
  const many = Array.from({ length: 101 }, (_, at) => `name=${at}`).join("&");
  expect((await write.get(`/apps/email/integrations?${many}`)).status).toBe(422);
});

test.each(["slack", "discord", "telegram"])(
  "%s is set up in the dashboard only, whatever is sent",
  async (app) => {
    const path = `/apps/${app}/integrations`;
    for (const body of [{}, { name: "Chat" }, { name: "x", settings: 1 }, { name: "Chat", settings: {} }])
      expect([body, (await write.post(path, body)).status]).toEqual([body, 403]);
    expect((await api(accounts.prjRead).post(path, {})).body.message).toContain("platform:write");
  },
);
