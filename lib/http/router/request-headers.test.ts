import { expect, test } from "vitest";
import { useAccounts } from "@/lib/testing/accounts/test-accounts";
import { api } from "@/lib/testing/api";
import { MONITOR } from "@/lib/testing/scene";

const accounts = useAccounts();
const prj = () => api(accounts.prjWrite);

test("an action that takes no input rejects a body that isn't JSON, and accepts any JSON", async () => {
  const { id } = (await prj().post("/uptime/monitors", MONITOR)).body;
  for (const body of [undefined, "", " ", "{}", "[]", "null", '{"reason": "deploy"}'])
    expect((await prj().post(`/uptime/monitors/${id}/pause`, body)).status).toBe(204);
  for (const body of ["{", "now"])
    expect((await prj().post(`/uptime/monitors/${id}/pause`, body)).status).toBe(400);
});

test("a body of another content type or encoding is 415; without one it is read as JSON", async () => {
  const send = (headers: Record<string, string>, body: unknown = MONITOR) =>
    prj().post("/uptime/monitors", body, headers);
  for (const type of ["text/plain", "application/x-www-form-urlencoded", "application/xml", "json"]) {
    const refused = await send({ "Content-Type": type });
    expect([refused.status, refused.body.message]).toEqual([
      415,
      `The content type must be application/json; got ${type}.`,
    ]);
    // curl sends a form's type with an empty body.
    expect((await send({ "Content-Type": type }, "")).status).toBe(422);
  }
  expect((await send({ "Content-Encoding": "gzip" })).status).toBe(415);
  for (const type of ["", "Application/JSON;charset=utf-8", "application/merge-patch+json", "text/json"])
    expect((await send({ "Content-Type": type })).status).toBe(201);
  expect((await send({ "Content-Encoding": "identity" })).status).toBe(201);
});

test("changes nothing if the record isn't the one in If-Match", async () => {
  const made = (await prj().post("/uptime/incidents", { title: "Slow", impact: "unknown" })).body;
  const path = `/uptime/incidents/${made.id}`;
  const tag = (await prj().get(path)).headers.ETag ?? "";
  const retitle = (title: string, header: string) => prj().post(path, { title }, { "If-Match": header });
  const stale = await retitle("Lost", '"other"');
  expect([stale.status, stale.headers.ETag]).toEqual([412, tag]);
  expect((await prj().delete(path, { "If-Match": '"other"' })).status).toBe(412);
  expect((await prj().get(path)).body.title).toBe("Slow");
  expect((await retitle("Slower", `W/${tag}`)).status).toBe(200);
  expect((await retitle("Lost", tag)).status).toBe(412);
  expect((await retitle("Slowest", "*")).status).toBe(200);
  expect((await prj().post(path, {}, { "If-Match": tag })).status).toBe(412);
  expect((await prj().delete("/uptime/incidents/999999", { "If-Match": "*" })).status).toBe(404);
  // Of clients that read the same record, only one may write.
  const current = (await prj().get(path)).headers.ETag ?? "";
  const rivals = await Promise.all(["A", "B", "C", "D"].map((title) => retitle(title, current)));
  expect(rivals.map(({ status }) => status).sort()).toEqual([200, 412, 412, 412]);
  // A list has no ETag.
  const other = { title: "Other", impact: "unknown" };
  expect((await prj().post("/uptime/incidents", other, { "If-Match": tag })).status).toBe(201);
});

test("the refusal of a content type names every accepted one", async () => {
  const refused = await prj().post("/uptime/status-pages", "x", { "Content-Type": "text/plain" });
  expect([refused.status, refused.body.message]).toEqual([
    415,
    "The content type must be application/json or multipart/form-data; got text/plain.",
  ]);
});

test("an empty description counts as null, when created and when changed", async () => {
  const incident = { title: "Slow", impact: "partial_outage", description: "" };
  const { status, body } = await prj().post("/uptime/incidents", incident);
  expect([status, body.description]).toEqual([201, null]);
  await prj().post(`/uptime/incidents/${body.id}`, { description: "We know." });
  const changed = await prj().post(`/uptime/incidents/${body.id}`, { description: "" });
  expect([changed.status, changed.body.description]).toEqual([200, null]);
  const blank = await prj().post("/uptime/incidents", { ...incident, description: " " });
  expect(blank.status).toBe(422);
});

test("a bulk change takes filters with JSON types, and refuses one that it doesn't know", async () => {
  const { id } = (await prj().post("/uptime/monitors", MONITOR)).body;
  const bulk = (filter: object) => prj().post("/uptime/monitors/bulk", { filter, action: "pause" });
  expect((await bulk({ id: [id], status: ["fetching", "online"] })).body.turned).toEqual([id]);
  expect((await bulk({ stauts: ["offline"] })).status).toBe(422);
  expect((await bulk({ id: ["1,2"] })).status).toBe(422);
});
