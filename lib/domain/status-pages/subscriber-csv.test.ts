import { expect, test } from "vitest";
import * as csvFile from "./subscriber-csv";
import { subscriberCsv } from "./subscriber-csv";

const PAGE = { components: [1, 2], groups: ["Europe", "East; coast"] };
const readSubscribers = (csv: string, page: csvFile.Choosable) =>
  csvFile.readSubscribers(csv, page, async () => {});
const emails = async (csv: string) =>
  (await readSubscribers(csv, PAGE)).subscribers.map(({ email }) => email);

test("reads a list of addresses without names of columns", async () => {
  expect(await emails("Ada@example.com\nben@example.com\n")).toEqual(["ada@example.com", "ben@example.com"]);
});

test("finds the columns by name, whatever else the file has", async () => {
  const csv = 'id;E-Mail;kinds;components\n7;ada@example.com;"incidents";"1;2"\n';
  expect(await readSubscribers(csv, PAGE)).toEqual({
    subscribers: [
      {
        line: 2,
        email: "ada@example.com",
        components: [1, 2],
        groups: [],
        kinds: ["incidents"],
        language: null,
      },
    ],
    skipped: [],
  });
});

test("reads back what it exports", async () => {
  const one = { url: null, language: "de", state: "confirmed", createdAt: "2026-11-22T12:00:00Z" };
  const csv = subscriberCsv([
    { ...one, email: "+ada@example.com", components: [1, 2], groups: ["Europe"], kinds: ["maintenance"] },
    { ...one, email: null, url: "https://example.com/hook", components: [], groups: [], kinds: [] },
  ]);
  expect(csv).toContain("\r\n'+ada@example.com,");
  const { subscribers, skipped } = await readSubscribers(csv, PAGE);
  expect(subscribers).toMatchObject([
    {
      ...{ email: "+ada@example.com", components: [1, 2], groups: ["Europe"] },
      ...{ kinds: ["maintenance"], language: "de" },
    },
  ]);
  expect(skipped).toMatchObject([{ line: 3, reason: expect.stringContaining("Webhooks") }]);
});

test("says why a line is skipped", async () => {
  const csv = [
    "email,components,groups,kinds,language",
    "ada,,,,",
    "ada@example.com,,,,",
    "ADA@example.com,,,,",
    "b@example.com,9,,,",
    "c@example.com,,Asia,,",
    "d@example.com,,,gossip,",
    "e@example.com,,,,tlh",
  ].join("\n");
  const { subscribers, skipped } = await readSubscribers(csv, PAGE);
  expect(subscribers.map(({ email }) => email)).toEqual(["ada@example.com"]);
  expect(skipped).toEqual([
    { line: 2, address: "ada", reason: "Not a valid email address." },
    { line: 4, address: "ADA@example.com", reason: "Already on line 3." },
    { line: 5, address: "b@example.com", reason: "components must have IDs of monitors on this page." },
    { line: 6, address: "c@example.com", reason: "groups must have names of groups on this page." },
    { line: 7, address: "d@example.com", reason: "kinds must be incidents, maintenance, or both." },
    {
      line: 8,
      address: "e@example.com",
      reason: expect.stringContaining("language must be one of en, en-GB, de,"),
    },
  ]);
});
