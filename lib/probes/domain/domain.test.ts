import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { DAY_MS } from "@/lib/shared/durations";
import { forget } from "@/lib/shared/once";
import { checkServer } from "@/lib/testing/targets/protocol-cases";
import { bootstrap } from "./rdap";

let server: Server;
let base = "";
/** The registrations that the registry of .test knows: a date, a status code, or another body. */
let registered: Record<string, Date | number | string> = {};
let asked: string[] = [];
const days = (count: number) => new Date(Date.now() + count * DAY_MS + 3_600_000);

beforeEach(async () => {
  asked = [];
  for (const key of ["probes.domain.bootstrap", "probes.domain.known"]) forget(key);
  server = createServer((request, response) => {
    const url = request.url ?? "";
    if (url === "/moved/domain/shop.moved")
      return response.writeHead(302, { location: "/rdap/domain/shop.test" }).end();
    const services = [
      [["test"], ["http://192.0.2.1/", `${base}rdap`].slice(1)],
      [["moved"], [`${base}moved/`]],
    ];
    if (url === "/dns.json") return response.end(JSON.stringify({ services }));
    const name = url.replace("/rdap/domain/", "");
    asked.push(name);
    const found = registered[name] ?? 404;
    if (typeof found === "number") return response.writeHead(found).end("{}");
    if (typeof found === "string") return response.end(found);
    const events = [
      { eventAction: "registration", eventDate: "1999-01-01T00:00:00Z" },
      { eventAction: "expiration", eventDate: found.toISOString() },
    ];
    response.end(JSON.stringify({ events }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  bootstrap(`${base}dns.json`);
});
afterEach(() => new Promise((resolve) => server.close(resolve)));

const checked = async (host: string, days_min = 14) => {
  const { outcome, error, details } = await checkServer("domain", 0, { host, days_min });
  return { outcome, code: error?.code, said: error?.message ?? "", expires: details?.expires?.[0] };
};

test("domain: is up while it expires late enough, and down once it expires soon or has expired", async () => {
  registered = { "shop.test": days(20), "late.test": days(-3) };
  const day = days(20).toISOString().slice(0, 10);
  expect(await checked("shop.test")).toEqual({ outcome: "up", code: undefined, said: "", expires: day });
  expect(await checked("Shop.test.", 30)).toMatchObject({
    outcome: "down",
    code: "domain_expiring",
    said: `Shop.test.: the registration expires on ${day}`,
  });
  expect(await checked("late.test")).toMatchObject({
    outcome: "down",
    said: expect.stringMatching(/expired on/),
  });
});

test("domain: follows redirects of registries", async () => {
  registered = { "shop.test": days(90) };
  expect((await checked("shop.moved")).outcome).toBe("up");
});

test("domain: asks for the domain that a name belongs to, and only once in a while", async () => {
  registered = { "shop.test": days(90) };
  expect((await checked("www.shop.test")).outcome).toBe("up");
  expect((await checked("www.shop.test")).outcome).toBe("up");
  expect(asked).toEqual(["www.shop.test", "shop.test"]);
});

test.each([
  ["a registry without RDAP", "shop.example", {}, /registry of .example doesn't offer RDAP/],
  ["an unknown domain", "other.test", {}, /doesn't know other.test/],
  ["a registry that limits requests", "shop.test", { "shop.test": 429 }, /HTTP 429/],
  [
    "a registration without a date",
    "shop.test",
    { "shop.test": "{}" },
    /doesn't publish when shop.test expires/,
  ],
  ["another response", "shop.test", { "shop.test": "<html>" }, /isn't JSON/],
])("domain: %s says nothing about the domain", async (_, host, known, said) => {
  registered = known;
  expect(await checked(host)).toMatchObject({
    outcome: "inconclusive",
    code: "unsupported",
    said: expect.stringMatching(said),
  });
});

test("domain: keeps a known date while the registry fails, and notices a renewal within minutes", async () => {
  const clock = performance.now.bind(performance);
  registered = { "shop.test": days(10) };
  expect((await checked("shop.test")).outcome).toBe("down");
  vi.spyOn(performance, "now").mockImplementation(() => clock() + 601_000);
  registered = { "shop.test": 503 };
  expect(await checked("shop.test", 5)).toMatchObject({ outcome: "up" });
  expect(await checked("shop.test", 14)).toMatchObject({ outcome: "down" });
  vi.spyOn(performance, "now").mockImplementation(() => clock() + 1_300_000);
  registered = { "shop.test": days(400) };
  expect((await checked("shop.test")).outcome).toBe("up");
});
