import { expect, test } from "vitest";
import * as route from "@/app/api/[[...path]]/route";
import { useAccounts } from "@/lib/testing/accounts/test-accounts";
import { api, type Send, viaDispatch } from "@/lib/testing/api";

const accounts = useAccounts();

type Exports = Record<string, ((request: Request) => Promise<Response>) | undefined>;

/** Sends a request the way Next calls the route handler. */
const viaNext: Send = async ({ method, path, search, headers, body }) => {
  const hasBody = method !== "GET" && method !== "HEAD" && body.length > 0;
  const request = new Request(`http://127.0.0.1:3000${path}${search}`, {
    method,
    headers: new Headers(headers),
    ...(hasBody && { body: new Uint8Array(body) }),
  });
  const response = await (route as Exports)[method]?.(request);
  if (!response) throw new Error(`The route handler does not export ${method}.`);
  const { status } = response;
  return {
    status,
    headers: Object.fromEntries(response.headers),
    body: Buffer.from(await response.arrayBuffer()),
  };
};

const REQUESTS: [method: string, path: string, body?: unknown][] = [
  ["GET", "/"],
  ["GET", "/whoami"],
  ["HEAD", "/whoami"],
  ["GET", "/uptime/monitors?per_page=2&tag=a"],
  ["POST", "/uptime/monitors", { name: "x" }],
  ["GET", "/uptime/monitors/999999999"],
  ["PUT", "/uptime/monitors"],
  ["OPTIONS", "/uptime/monitors"],
  ["DELETE", "/uptime/incidents/abc"],
  ["GET", "/no/such/route"],
];
const COMPARED = ["allow", "cache-control", "content-type", "etag", "ratelimit-policy"];

test.each(REQUESTS)(
  "%s %s gets the same response from the front door and from Next",
  async (method, path, body) => {
    const [direct, next] = await Promise.all(
      [viaDispatch, viaNext].map(async (send) => {
        const answer = await api(accounts.prjWrite, { send }).call(method, path, body);
        const headers = Object.entries(answer.headers).map(([name, value]) => [name.toLowerCase(), value]);
        const compared = headers.filter(([name]) => COMPARED.includes(name ?? "")).sort();
        return { status: answer.status, body: method === "HEAD" ? "" : answer.body, headers: compared };
      }),
    );
    expect(next).toEqual(direct);
    expect(next?.status).toBeGreaterThanOrEqual(200);
  },
);

test("HEAD through Next has no body", async () => {
  expect((await api(accounts.prjWrite, { send: viaNext }).call("HEAD", "/whoami")).text).toBe("");
});
