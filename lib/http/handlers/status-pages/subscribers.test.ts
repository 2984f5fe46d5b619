import { beforeAll, expect, test } from "vitest";
import { CreateStatusPage } from "@/lib/contract/status-pages/pages";
import { signedIn } from "@/lib/testing/accounts/person";
import { setPasswords, useAccounts } from "@/lib/testing/accounts/test-accounts";
import { api } from "@/lib/testing/api";
import { STATUS_PAGE } from "@/lib/testing/scene";
import { run } from "@/lib/testing/sql";

const accounts = useAccounts();
let pageId: number;
let path: string;
const person = async (name: string) => {
  const { cookie } = await signedIn(`${name}-${accounts.organizationId}@example.com`);
  const project = { "x-service-project-id": String(accounts.projects.app) };
  return api(undefined, { headers: { cookie, origin: "http://localhost:3000", ...project } });
};

beforeAll(async () => {
  await setPasswords();
  const { body } = await api(accounts.prjWrite).post(
    "/uptime/status-pages",
    CreateStatusPage.parse({
      ...STATUS_PAGE,
    }),
  );
  pageId = body.id;
  path = `/uptime/status-pages/${pageId}/subscribers`;
  await run`insert into page_subscribers (status_page_id, email, confirmed_at)
     select ${pageId}, n || '@example.com', case when n > 1 then now() end from generate_series(1, 4) n`;
});

test("lists subscribers for members of the project, newest first, in pages", async () => {
  const ada = await person("ada");
  const { status, body } = await ada.get(`${path}?per_page=2`);
  expect(status).toBe(200);
  expect(body.data.map(({ email }: { email: string }) => email)).toEqual(["4@example.com", "3@example.com"]);
  const next = await ada.get(`${path}?per_page=2&page=2`);
  expect(next.body.data.map(({ email }: { email: string }) => email)).toEqual([
    "2@example.com",
    "1@example.com",
  ]);
  const confirmed = await ada.get(`${path}?state=confirmed&search=example&page=2&per_page=2`);
  expect(confirmed.body.data).toMatchObject([{ email: "2@example.com", state: "confirmed", url: null }]);
});

test("returns one subscriber as in the list, including at the Location of a new one", async () => {
  const write = api(accounts.prjWrite);
  await write.post(`/uptime/status-pages/${pageId}`, { subscription_channels: ["email", "webhook"] });
  const { status, body, headers } = await write.post(path, { email: "new@example.com", has_consented: true });
  expect([status, body.kind]).toEqual([201, "email"]);
  const { secret, ...shown } = body;
  expect(secret).toBeNull();
  const read = await write.get(new URL(headers.Location ?? "").pathname.replace("/api", ""));
  expect([read.status, read.body]).toEqual([200, shown]);
  expect((await write.get(path)).body.data[0]).toEqual(shown);
  expect((await api(accounts.otherWrite).get(`${path}/${body.id}`)).status).toBe(404);
  await write.delete(`${path}/${body.id}`);
  expect((await write.get(`${path}/${body.id}`)).status).toBe(404);
});

test("filters by kind", async () => {
  const read = api(accounts.prjRead);
  const addresses = async (query: string) =>
    (await read.get(`${path}?${query}`)).body.data.map(({ email }: { email: string }) => email);
  expect(await addresses("kind=email")).toHaveLength(4);
  expect(await addresses("kind=webhook")).toEqual([]);
  expect(await addresses("kind=email&kind=webhook")).toHaveLength(4);
  expect((await read.get(`${path}?kind=sms`)).status).toBe(422);
});

test("exports a file for spreadsheets", async () => {
  const { status, headers, text } = await api(accounts.prjRead).get(`${path}/export`);
  expect([status, headers["Content-Type"]]).toEqual([200, "text/csv; charset=utf-8"]);
  expect(headers["Content-Disposition"]).toBe(`attachment; filename="subscribers-${pageId}.csv"`);
  expect(text).toContain("4@example.com,confirmed");
  expect((await api(accounts.otherWrite).get(`${path}/export`)).status).toBe(404);
});

test("shows visitors' addresses to the project's keys and to no other project", async () => {
  expect((await api(accounts.prjRead).get(path)).status).toBe(200);
  expect((await api(accounts.prjRead).delete(`${path}/2`)).status).toBe(403);
  expect((await api(accounts.otherWrite).get(path)).status).toBe(404);
  expect((await api(accounts.otherWrite).delete(`${path}/2`)).status).toBe(404);
  const ada = await person("ada");
  expect((await ada.get("/uptime/status-pages/999999/subscribers")).status).toBe(404);
  const { cookie } = await signedIn(`ada-${accounts.organizationId}@example.com`);
  const other = { "x-service-project-id": String(accounts.projects.other) };
  const elsewhere = api(undefined, { headers: { cookie, origin: "http://localhost:3000", ...other } });
  expect((await elsewhere.get(path)).status).toBe(404);
  expect((await elsewhere.delete(`${path}/2`)).status).toBe(404);
});

test("removes a subscriber once, without the address in the log", async () => {
  const ada = await person("ada");
  const { body } = await ada.get(path);
  const id = body.data[0].id;
  expect((await ada.delete(`${path}/${id}`)).status).toBe(204);
  expect((await ada.delete(`${path}/${id}`)).status).toBe(404);
  const log = await ada.get("/audit-log?subject=status_page");
  expect(log.body.data[0]).toMatchObject({
    action: "status_page.subscriber_removed",
    subject: { id: pageId },
  });
  expect(JSON.stringify(log.body.data[0])).not.toMatch(/[2-4]@example\.com/);
});
