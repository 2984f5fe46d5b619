import { expect, test } from "vitest";
import type { ImportPageSubscribers } from "@/lib/contract/status-pages/subscribers";
import { AddPageSubscriber, SubscriberFilter } from "@/lib/contract/status-pages/subscribers";
import { createIncidentUpdate } from "@/lib/services/incidents/updates";
import { openIncident } from "@/lib/testing/notifications/notification-setup";
import {
  drainMails,
  makeMailingPage,
  post,
  subscribeAndConfirm,
  textOf,
  tokenOf,
} from "@/lib/testing/pages/subscriber";
import { useSubscriberStage } from "@/lib/testing/pages/subscriber-stage";
import { makeScene } from "@/lib/testing/scene";
import { addPageSubscriber, exportPageSubscribers, importPageSubscribers } from "./subscriber-additions";
import { listPageSubscribers } from "./subscribers";

const stage = useSubscriberStage({ subscription_channels: ["email", "webhook"] });
const { scene } = stage;

const add = (input: object) =>
  addPageSubscriber(scene.caller(), stage.page.id, AddPageSubscriber.parse(input));
const load = (csv: string, change: Partial<ImportPageSubscribers> = {}) =>
  importPageSubscribers(scene.caller(), stage.page.id, {
    csv,
    has_consented: true,
    preview: false,
    ...change,
  });
const list = async (filter: object = {}) => {
  const page = { limit: 50, offset: 0 };
  const query = SubscriberFilter.parse(filter);
  return (await listPageSubscribers(scene.caller(), stage.page.id, query, page)).items;
};

async function announce(): Promise<void> {
  const incident = await openIncident(scene, { monitors: [stage.shop] });
  await createIncidentUpdate(scene.caller(), incident.id, { state: "identified", content: "We look." });
}

test("asks a person to confirm unless they have consented", async () => {
  expect(await add({ email: "Ada@Example.com", has_consented: true })).toMatchObject({
    email: "ada@example.com",
    state: "confirmed",
    source: "added",
    secret: null,
  });
  expect(await add({ email: "ben@example.com" })).toMatchObject({ state: "unconfirmed" });
  await drainMails();
  expect(stage.mailServer.mails.map((mail) => [mail.recipients, textOf(mail).split("\n", 1)[0]])).toEqual([
    [["ben@example.com"], "Confirm your subscription to Acme status"],
  ]);
  const token = tokenOf(stage.mailServer.mails.splice(0)[0]);
  await announce();
  expect(await stage.emailed()).toEqual(["ada@example.com"]);
  await post(stage.frontDoor, `${stage.base}/subscribe/confirm`, `token=${token}`);
  await announce();
  expect(await stage.emailed()).toEqual(["ada@example.com", "ben@example.com"]);
});

test("refuses an address twice, unknown components, and a second email to confirm on the same day", async () => {
  await add({ email: "ada@example.com", has_consented: true });
  await expect(add({ email: "ADA@example.com" })).rejects.toThrow(/email must not be a subscriber/);
  await add({ email: "ben@example.com" });
  await expect(add({ email: "ben@example.com" })).rejects.toThrow(/confirmation email within the last day/);
  expect(await add({ email: "ben@example.com", has_consented: true })).toMatchObject({ state: "confirmed" });
  await expect(add({ email: "cy@example.com", components: [999_999] })).rejects.toThrow(/components must be/);
  await expect(add({ email: "cy@example.com", groups: ["Asia"] })).rejects.toThrow(/groups must be/);
  expect(() => AddPageSubscriber.parse({})).toThrow(/either email or url/);
  expect(() => AddPageSubscriber.parse({ email: "a@example.com", url: "https://a.example" })).toThrow(
    /either/,
  );
});

test("refuses subscribers that the page would send nothing", async () => {
  Object.assign(stage, await makeMailingPage(scene, { subscription_channels: ["rss"] }));
  await expect(add({ email: "ada@example.com" })).rejects.toThrow(/does not offer email/);
  await expect(add({ url: "https://a.example" })).rejects.toThrow(/does not offer webhook/);
  await expect(load("ada@example.com\n")).rejects.toThrow(/does not offer email/);
});

test("imports people once, without an email about it, and previews what it would do", async () => {
  await subscribeAndConfirm(stage, "ada@example.com", [stage.search]);
  const csv = `email,kinds,components\nada@example.com,,\nben@example.com,maintenance,\ncy@example.com,,${stage.shop}\nnobody,,\n`;
  const skipped = [
    { line: 2, address: "ada@example.com", reason: "Already a subscriber." },
    { line: 5, address: "nobody", reason: "Not a valid email address." },
  ];
  expect(await load(csv, { preview: true })).toEqual({ added: 2, skipped_count: 2, skipped });
  expect(await list()).toHaveLength(1);
  expect(await load(csv)).toEqual({ added: 2, skipped_count: 2, skipped });
  expect(await load(csv)).toMatchObject({ added: 0, skipped_count: 4 });
  expect(await stage.emailed()).toEqual([]);
  expect(await list()).toMatchObject([
    { email: "cy@example.com", components: [stage.shop], source: "imported", state: "confirmed" },
    { email: "ben@example.com", kinds: ["maintenance"] },
    { email: "ada@example.com", components: [stage.search], source: "visitor" },
  ]);
  await announce();
  expect(await stage.emailed()).toEqual(["cy@example.com"]);
});

test("confirms a person who asked but didn't use the link, when imported", async () => {
  await post(stage.frontDoor, `${stage.base}/subscribe`, "email=ada%40example.com");
  expect(await load("ada@example.com")).toMatchObject({ added: 1 });
  expect(await list()).toMatchObject([{ email: "ada@example.com", state: "confirmed" }]);
});

test("exports a file that it can import again, without formulas", async () => {
  const csv = `address,kinds,language\n+ada@example.com,incidents;maintenance,de\nben@example.com,,\n`;
  await load(csv);
  await add({ url: "https://hook.example/a" });
  const exported = await exportPageSubscribers(scene.caller(), stage.page.id);
  expect(exported.split("\r\n")).toEqual([
    "address,state,components,groups,kinds,language,created_at",
    expect.stringMatching(/^'\+ada@example\.com,confirmed,,,incidents;maintenance,de,\d{4}-/),
    expect.stringMatching(/^ben@example\.com,confirmed,,,,/),
    expect.stringMatching(/^https:\/\/hook\.example\/a,unconfirmed,/),
    "",
  ]);
  Object.assign(stage, await makeMailingPage(scene));
  expect(await load(exported)).toMatchObject({ added: 2, skipped: [{ line: 4 }] });
  expect((await list()).map(({ language }) => language)).toEqual([null, "de"]);
});

test("finds subscribers by a part of the address, type, and state", async () => {
  await load("ada@example.com\nben@example.org\n");
  await add({ email: "cy@example.com" });
  await add({ url: "https://hook.example.com/a" });
  const found = async (filter: object) => (await list(filter)).map(({ email, url }) => email ?? url);
  expect(await found({ search: "EXAMPLE.com" })).toEqual([
    "https://hook.example.com/a",
    "cy@example.com",
    "ada@example.com",
  ]);
  expect(await found({ search: "%" })).toEqual([]);
  expect(await found({ type: "webhook" })).toEqual(["https://hook.example.com/a"]);
  expect(await found({ type: "email", state: "unconfirmed" })).toEqual(["cy@example.com"]);
  expect(await found({ state: "confirmed,disabled" })).toEqual(["ben@example.org", "ada@example.com"]);
});

test("adding subscribers needs write permission and a page of the project", async () => {
  const reader = scene.caller({ permissions: new Set(["uptime:read"]) });
  const input = AddPageSubscriber.parse({ email: "ada@example.com" });
  const csv = { csv: "ada@example.com", has_consented: true as const, preview: true };
  await expect(addPageSubscriber(reader, stage.page.id, input)).rejects.toMatchObject({ status: 403 });
  await expect(importPageSubscribers(reader, stage.page.id, csv)).rejects.toMatchObject({ status: 403 });
  const other = (await makeScene()).caller();
  await expect(addPageSubscriber(other, stage.page.id, input)).rejects.toMatchObject({ status: 404 });
  await expect(importPageSubscribers(other, stage.page.id, csv)).rejects.toMatchObject({ status: 404 });
  await expect(exportPageSubscribers(other, stage.page.id)).rejects.toMatchObject({ status: 404 });
});
