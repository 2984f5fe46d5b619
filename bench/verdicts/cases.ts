import { readFileSync } from "node:fs";
import { createServer, type RequestListener } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { KEYWORD } from "@/lib/testing/odd-responses/odd-response";
import { ODD_RESPONSES } from "@/lib/testing/odd-responses/registry";
import { startOddServer } from "@/lib/testing/odd-responses/server";
import { NO_STATUS } from "@/lib/testing/odd-responses/status-lines";
import { startRawServer } from "@/lib/testing/targets/raw-server";
import type { Watched } from "./product";

type Expected = "up" | "down";
/** A target that stays as it is, and what a monitor should say about it. */
export interface Case extends Watched {
  readonly group: string;
  readonly expected: Expected;
}

const PLAIN = { method: "GET", keyword: null, verifiesTls: true } as const;
/** Products may refuse to check many ports of one host. */
const PORTS_PER_HOST = 20;

/** Returns the expected state for odd responses, as the documentation's comparison found, unless disputed. */
function expectations(): ReadonlyMap<string, Expected> {
  const text = readFileSync("docs/odd-responses.md", "utf8");
  const rows = text.matchAll(/^\| (.+?) \| (\w+|\?) \| (\w+|\?) \| (\w+|\?) \| (\S+)/gm);
  const expected = new Map<string, Expected>();
  for (const [, name = "", curl, chromium, blackbox, ours] of rows) {
    if (curl === "reads" || chromium === "reads") expected.set(name, "up");
    // What only blackbox_exporter reads is disputed, and so is what the standard allows and none of them reads.
    else if (blackbox !== "reads" && ours !== "up") expected.set(name, "down");
  }
  return expected;
}

/** Starts the odd responses that aren't disputed. One that curl or a browser reads is up, unless its status isn't. */
async function oddCases(): Promise<Case[]> {
  const expectedOf = expectations();
  const cases: Case[] = [];
  for (const odd of Object.values(ODD_RESPONSES).flat()) {
    const isFailure = odd.ours === "assertion_failed" || odd.why === NO_STATUS;
    const expected = isFailure ? "down" : expectedOf.get(odd.name);
    if (!expected) continue;
    const host = `127.0.1.${1 + Math.floor(cases.length / PORTS_PER_HOST)}`;
    const { origin } = await startOddServer(odd, host);
    const { method } = odd;
    const keyword = odd.hasBody && method === "GET" ? KEYWORD : null;
    const name = `odd ${cases.length}: ${odd.name}`.slice(0, 45).trim();
    const group = "odd responses";
    cases.push({ group, name, url: `${origin}/`, method, keyword, verifiesTls: false, expected });
  }
  return cases;
}

/** Undisputed responses: a status, and where they redirect to. */
const UP = [["200"], ["204"], ["206"], ["slow"], ["302", "/200"]] as const;
const DOWN = [
  ...[["400"], ["401"], ["403"], ["404"], ["410"], ["429"], ["500"], ["502"], ["503"]],
  ...[
    ["301", "/404"],
    ["307", "/307"],
  ],
] as const;
const LOCATIONS = new Map([...UP, ...DOWN].map(([path = "", location]) => [path, location]));

const answer: RequestListener = async (request, response) => {
  const path = request.url?.slice(1) ?? "";
  const location = LOCATIONS.get(path);
  if (path === "slow") await wait(3000);
  response.writeHead(Number(path) || 200, location ? { location } : {}).end(KEYWORD);
};

/** Bytes of servers that never send a whole response; null to reset the connection. */
const BROKEN: Readonly<Record<string, string | null>> = {
  "that resets": null,
  "that never responds": "",
  "that sends half a header": "HTTP/1.1 200 OK\r\nContent-Le",
  "that sends half a body": `HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\n${KEYWORD.slice(0, 4)}`,
  "of SMTP": "220 mail.example.com ESMTP\r\n",
};

async function listening(server: ReturnType<typeof createServer>, host = "127.0.0.1"): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  return (server.address() as AddressInfo).port;
}

async function targetCases(): Promise<Case[]> {
  const cases: Case[] = [];
  const add = (group: string, name: string, url: string, expected: Expected, more: Partial<Watched> = {}) =>
    cases.push({ ...PLAIN, group, name, url, expected, ...more });
  const port = await listening(createServer(answer));
  const origin = `http://127.0.0.1:${port}`;
  for (const [path] of UP) add("targets", `HTTP ${path}`, `${origin}/${path}`, "up");
  for (const [path] of DOWN) add("targets", `HTTP ${path}`, `${origin}/${path}`, "down");
  add("targets", "a body with the text", `${origin}/200`, "up", { keyword: KEYWORD });
  add("targets", "a body without the text", `${origin}/200`, "down", { keyword: "absent" });
  for (const [name, sent] of Object.entries(BROKEN)) {
    const broken = await startRawServer((socket) =>
      sent === null ? socket.resetAndDestroy() : void socket.write(sent),
    );
    add("targets", `a server ${name}`, `http://127.0.0.1:${broken.port}/`, "down", { keyword: KEYWORD });
  }
  for (const name of ["self-signed", "chain-expired"]) {
    const file = (suffix: string) =>
      readFileSync(`lib/testing/targets/certificates/${name}${suffix}.pem`, "utf8");
    const secure = createTlsServer({ key: file(".key"), cert: file("") }, answer);
    const url = `https://127.0.0.1:${await listening(secure)}/200`;
    add("targets", `TLS ${name}`, url, "down");
    add("targets", `TLS ${name}, not verified`, url, "up", { verifiesTls: false });
  }
  add("names and addresses", "a name", `http://localhost:${port}/200`, "up");
  add("names and addresses", "a short IPv4 address", `http://127.1:${port}/200`, "up");
  add("names and addresses", "a name that doesn't exist", `http://nothing.invalid:${port}/200`, "down");
  add("names and addresses", "a port without a server", "http://127.0.0.1:1/", "down");
  add(
    "names and addresses",
    "IPv6",
    `http://[::1]:${await listening(createServer(answer), "::1")}/200`,
    "up",
  );
  return cases;
}

/** Starts every target, until this process ends. */
export const startCases = async () => [...(await targetCases()), ...(await oddCases())];
