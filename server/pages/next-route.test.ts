import { beforeAll, beforeEach, expect, it } from "vitest";
import * as route from "@/app/status/[[...path]]/route";
import { openFrontDoor } from "@/lib/http/forwarded";
import { forget } from "@/lib/shared/once";
import { useAcmePage } from "@/lib/testing/pages/acme-page";

const frontDoor = useAcmePage();
beforeAll(async () => {
  await frontDoor.makePage({ subdomain: "secret", access_token: "open-sesame" });
  await frontDoor.makePage({ subdomain: "worded", access_password: "open-sesame" });
  await frontDoor.makePage({ subdomain: "office", access_ips: ["127.0.0.1/32"] });
});
beforeEach(openFrontDoor);

interface Asked {
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string;
}

/** Headers that belong to the connection. */
const OF_CONNECTION = ["connection", "date", "keep-alive", "transfer-encoding"];

const ofResponse = (headers: Iterable<readonly [string, unknown]>) =>
  Object.fromEntries([...headers].filter(([name]) => !OF_CONNECTION.includes(name)));

/** Sends a request the way Next.js calls the route handler, after the front door has set who asks. */
async function viaNext(target: string, { method = "GET", headers = {}, body }: Asked) {
  const handler = (route as Record<string, ((request: Request) => Promise<Response>) | undefined>)[method];
  const forwarded = { "x-forwarded-for": "127.0.0.1", "x-forwarded-proto": "http" };
  const response = await handler?.(
    new Request(`http://localhost${target}`, { method, headers: { ...forwarded, ...headers }, body }),
  );
  if (!response) throw new Error(`The route handler does not export ${method}.`);
  const cookies = response.headers.getSetCookie();
  return {
    status: response.status,
    headers: {
      ...ofResponse(response.headers),
      ...(cookies.length > 0 && { "set-cookie": cookies.map(withoutValue) }),
    },
    bytes: Buffer.from(await response.arrayBuffer()).toString("base64"),
  };
}

async function viaFrontDoor(target: string, asked: Asked) {
  const { status, headers, bytes } = await frontDoor.ask(target, asked);
  const cookies = headers["set-cookie"];
  return {
    status,
    headers: {
      ...ofResponse(Object.entries(headers)),
      ...(cookies && { "set-cookie": cookies.map(withoutValue) }),
    },
    bytes: bytes.toString("base64"),
  };
}

/** Passes and marks of browsers are random or contain the time. */
const withoutValue = (cookie: string) => cookie.replace(/=[^;]*/, "=");

const FORM = { "Content-Type": "application/x-www-form-urlencoded" };
const REQUESTS: [target: string, asked?: Asked][] = [
  ["/status"],
  ["/status/nobody/history", { headers: { "Accept-Language": "de" } }],
  ["/status/acme"],
  ["/status/acme", { headers: { "Accept-Encoding": "br" } }],
  ["/status/acme", { method: "HEAD", headers: { "Accept-Encoding": "gzip" } }],
  ["/status/acme", { headers: { "If-None-Match": "*" } }],
  ["/status/acme/history.rss", { headers: { "If-Modified-Since": new Date().toUTCString() } }],
  ["/status/acme/de/history"],
  ["/status/acme/nothing"],
  ["/status/acme/badge.svg?label=Up&style=wrong"],
  ["/status/acme/api/v2/summary.json", { headers: { Origin: "https://example.org" } }],
  ["/status/acme", { method: "OPTIONS", headers: { "Access-Control-Request-Method": "GET" } }],
  ["/status/acme", { method: "PUT", body: "x" }],
  ["/status/acme/theme", { method: "POST", headers: FORM, body: "theme=dark" }],
  ["/status/acme/theme", { method: "POST", headers: FORM, body: `theme=${"x".repeat(40_000)}` }],
  ["/status/secret"],
  ["/status/secret/history.atom", { headers: { Accept: "text/html" } }],
  ["/status/secret?token=open-sesame"],
  ["/status/secret?token=open-sesame", { headers: { Accept: "text/html" } }],
  ["/status/secret/history.rss?token=open-sesame", { headers: { "If-None-Match": "*" } }],
  ["/status/worded/sign-in", { method: "POST", headers: FORM, body: "password=wrong" }],
  ["/status/worded/sign-in", { method: "POST", headers: FORM, body: "password=open-sesame" }],
  ["/status/office"],
];

it.each(REQUESTS)("answers request %# (%s) the same through Next.js", async (target, asked = {}) => {
  const direct = await viaFrontDoor(target, asked);
  expect(await viaNext(target, asked)).toEqual(direct);
});

it("doesn't let a client claim an address where no front door checked it", async () => {
  expect((await viaNext("/status/office", {})).status).toBe(200);
  forget("front-door");
  expect((await viaNext("/status/office", {})).status).toBe(401);
});
