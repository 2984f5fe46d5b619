import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { parseRanges } from "@/lib/shared/address-ranges";
import { forget } from "@/lib/shared/once";
import { subscriberToken } from "@/lib/status-page/subscribe/token";
import { pool } from "@/lib/store/core/pool";
import { useAcmePage } from "@/lib/testing/pages/acme-page";
import { startFrontDoor, type TestFrontDoor } from "@/lib/testing/pages/front-door";

const scene = useAcmePage();
let frontDoor: TestFrontDoor;

beforeAll(async () => {
  await scene.makePage({ subdomain: "worded", access_password: "open-sesame" });
  await scene.makePage({ subdomain: "linked", access_token: "a-secret-token" });
  frontDoor = await startFrontDoor({ trustedProxies: parseRanges(["127.0.0.0/8"]) });
});
afterAll(() => frontDoor.close());
beforeEach(() => {
  forget("pages.tries");
  forget("pages.known-addresses");
});

const guess = (address: string, password = "open-sesame", cookie?: string) =>
  frontDoor.ask("/status/worded/sign-in", {
    method: "POST",
    body: new URLSearchParams({ password }).toString(),
    headers: { "X-Forwarded-For": address, ...(cookie !== undefined && { Cookie: cookie }) },
  });

/** Longer than any password, so that it is rejected without hashing. */
const WRONG = "x".repeat(501);

/** Makes wrong attempts, ten from each network. */
async function guessWrong(tries: number): Promise<void> {
  for (let count = 0; count < tries; count += 1)
    expect((await guess(`2001:db8:0:${Math.floor(count / 10)}::${count}`, WRONG)).status).toBe(401);
}

test("shares ten attempts per minute among all addresses of an IPv6 /64", async () => {
  for (let count = 0; count < 10; count += 1)
    expect((await guess(`2001:db8:9:9::${count}`, WRONG)).status).toBe(401);
  expect((await guess("2001:db8:9:9:ffff::1")).status).toBe(429);
  expect((await guess("2001:db8:9:a::1", WRONG)).status).toBe(401);
});

test("allows a hundred wrong attempts per minute and page from many addresses together", async () => {
  await guessWrong(100);
  expect((await guess("198.51.100.7")).status).toBe(429);
});

test("still admits a device or address that entered the right password before", async () => {
  const first = await guess("203.0.113.5");
  expect(first.status).toBe(303);
  const cookies = first.headers["set-cookie"]?.map((cookie) => cookie.split(";")[0] ?? "") ?? [];
  expect(cookies.map((cookie) => cookie.split("=")[0])).toEqual([
    expect.stringMatching(/^vedette_page_/),
    expect.stringMatching(/^vedette_device_/),
  ]);
  await guessWrong(100);
  expect((await guess("203.0.113.5")).status).toBe(303);
  expect((await guess("198.51.100.8", "open-sesame", cookies[1])).status).toBe(303);
  expect((await guess("198.51.100.9", "open-sesame", `${cookies[1]}x`)).status).toBe(429);
});

test("does not count right passwords against a page's limit", async () => {
  await guessWrong(99);
  for (let count = 0; count < 3; count += 1) expect((await guess(`198.51.100.${count}`)).status).toBe(303);
  expect((await guess("198.51.100.99", WRONG)).status).toBe(401);
  expect((await guess("198.51.100.99")).status).toBe(429);
});

const follow = (address: string, token: string, path = "history.rss") =>
  frontDoor.ask(`/status/linked/${path}?token=${token}`, { headers: { "X-Forwarded-For": address } });

test("limits guesses at the token in a URL like passwords, on every path", async () => {
  for (let count = 0; count < 10; count += 1)
    expect(
      (await follow(`2001:db8:9:9::${count}`, "wrong", count % 2 ? "" : "subscribe/manage")).status,
    ).toBe(401);
  expect((await follow("2001:db8:9:9:ffff::1", "a-secret-token")).status).toBe(429);
  expect((await follow("2001:db8:9:a::1", "a-secret-token")).status).toBe(200);
});

test("never limits the right token, and still admits its address while others guess", async () => {
  for (let count = 0; count < 50; count += 1)
    expect((await follow("203.0.113.5", "a-secret-token")).status).toBe(200);
  for (let count = 0; count < 100; count += 1)
    expect((await follow(`2001:db8:0:${Math.floor(count / 10)}::${count}`, "wrong")).status).toBe(401);
  expect((await follow("198.51.100.7", "a-secret-token")).status).toBe(429);
  expect((await follow("203.0.113.5", "a-secret-token")).status).toBe(200);
});

test("does not count an unsubscribe link as a guess at the page's token", async () => {
  const page = await pool().query<{ id: number }>("select id from status_pages where subdomain = 'linked'");
  const token = subscriberToken(page.rows[0]?.id ?? 0, 1);
  for (let count = 0; count < 30; count += 1)
    expect((await follow("203.0.113.9", token, "subscribe/unsubscribe")).status).toBe(200);
});
