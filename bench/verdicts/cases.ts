import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { createServer as createTlsServer } from "node:https";
import { createServer as createTcpServer, type Socket } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { KEYWORD } from "@/lib/testing/odd-responses/odd-response";
import { ODD_RESPONSES } from "@/lib/testing/odd-responses/registry";
import { startOddServer } from "@/lib/testing/odd-responses/server";
import type { Watched } from "./product";

/** A target that stays as it is, and what a monitor should say about it. */
export interface Case extends Watched {
  readonly group: string;
  readonly expected: "up" | "down";
}

export interface Cases {
  readonly cases: readonly Case[];
  stop(): Promise<void>;
}

type Stop = () => unknown;
interface Listening {
  listen(port: number, host: string, then: () => void): unknown;
  address(): unknown;
  close(): unknown;
}

const certificate = (name: string) => {
  const file = (suffix: string) =>
    readFileSync(new URL(`../../lib/testing/targets/certificates/${name}${suffix}.pem`, import.meta.url));
  return { key: file(".key"), cert: file("") };
};

async function listen(server: Listening, stops: Stop[], host = "127.0.0.1"): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  stops.push(() => server.close());
  return (server.address() as { port: number }).port;
}

/** Returns which odd responses curl or a browser reads, from the comparison in the documentation. */
function readByOthers(): ReadonlySet<string> {
  const rows = readFileSync("docs/odd-responses.md", "utf8").matchAll(
    /^\| (.+?) \| (\w+|\?) \| (\w+|\?) \|/gm,
  );
  return new Set(
    Array.from(rows).flatMap(([, name = "", ...reads]) => (reads.includes("reads") ? [name] : [])),
  );
}

/** What curl or a browser reads is up, unless its status says otherwise. Leaves out streams, which never end. */
async function oddCases(stops: Stop[]): Promise<Case[]> {
  const isRead = readByOthers();
  const cases: Case[] = [];
  for (const odd of Object.values(ODD_RESPONSES).flat()) {
    // Products may refuse to check many ports of one host.
    const { origin, stop } = await startOddServer(odd, `127.0.1.${1 + Math.floor(cases.length / 20)}`);
    stops.push(stop);
    const searches = odd.hasBody && odd.method === "GET";
    cases.push({
      group: "odd responses",
      name: `odd ${cases.length}: ${odd.name}`.slice(0, 45).trim(),
      url: `${origin}/`,
      method: odd.method,
      keyword: searches ? KEYWORD : null,
      verifiesTls: false,
      expected: isRead.has(odd.name) && odd.ours !== "assertion_failed" ? "up" : "down",
    });
  }
  return cases;
}

/** Responses by path: what each says about a target is undisputed. */
const PATHS: Readonly<Record<string, readonly [status: number, expected: Case["expected"]]>> = {
  "200": [200, "up"],
  "204": [204, "up"],
  "206": [206, "up"],
  slow: [200, "up"],
  redirect: [302, "up"],
  "400": [400, "down"],
  "401": [401, "down"],
  "403": [403, "down"],
  "404": [404, "down"],
  "410": [410, "down"],
  "429": [429, "down"],
  "500": [500, "down"],
  "502": [502, "down"],
  "503": [503, "down"],
  loop: [302, "down"],
  "redirect-404": [302, "down"],
};
const LOCATIONS: Readonly<Record<string, string>> = {
  redirect: "/200",
  loop: "/loop",
  "redirect-404": "/404",
};

/** Servers that accept a connection and never give a whole response. */
const BROKEN: Readonly<Record<string, (socket: Socket) => void>> = {
  "closes at once": (socket) => socket.end(),
  resets: (socket) => socket.resetAndDestroy(),
  "never responds": () => undefined,
  "sends half of a header": (socket) => socket.write("HTTP/1.1 200 OK\r\nContent-Le"),
  "sends half of a body": (socket) => socket.write("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nneed"),
  "speaks SMTP": (socket) => socket.write("220 mail.example.com ESMTP\r\n"),
};

async function targetCases(stops: Stop[]): Promise<Case[]> {
  const cases: Case[] = [];
  const add = (group: string, name: string, url: string, expected: Case["expected"], more: object = {}) =>
    cases.push({ group, name, url, method: "GET", keyword: null, verifiesTls: true, expected, ...more });
  const web = createServer((request, response) => {
    const path = (request.url ?? "").slice(1);
    const location = LOCATIONS[path];
    const answer = () =>
      response.writeHead(PATHS[path]?.[0] ?? 200, location ? { location } : {}).end(`${KEYWORD} ${path}`);
    if (path === "slow") void wait(3000).then(answer);
    else answer();
  });
  const port = await listen(web, stops);
  for (const [path, [, expected]] of Object.entries(PATHS))
    add("targets", `HTTP ${path}`, `http://127.0.0.1:${port}/${path}`, expected);
  for (const [keyword, expected] of [
    [KEYWORD, "up"],
    ["absent", "down"],
  ] as const)
    add("targets", `body with ${keyword}`, `http://127.0.0.1:${port}/200`, expected, { keyword });
  for (const [name, serve] of Object.entries(BROKEN)) {
    const server = createTcpServer((socket) => {
      socket.on("error", () => undefined);
      stops.push(() => socket.destroy());
      serve(socket);
    });
    add("targets", `server ${name}`, `http://127.0.0.1:${await listen(server, stops)}/`, "down");
  }
  for (const name of ["self-signed", "chain-expired"])
    for (const verifiesTls of [true, false]) {
      const server = createTlsServer(certificate(name), (_, response) => response.end(KEYWORD));
      const url = `https://127.0.0.1:${await listen(server, stops)}/`;
      const mode = verifiesTls ? "verified" : "not verified";
      add("targets", `TLS ${name}, ${mode}`, url, verifiesTls ? "down" : "up", { verifiesTls });
    }
  add("names and addresses", "name of IPv4 only", `http://localhost:${port}/200`, "up");
  add("names and addresses", "short IPv4 address", `http://127.1:${port}/200`, "up");
  add("names and addresses", "name that doesn't exist", `http://nothing.invalid:${port}/200`, "down");
  add("names and addresses", "port that nothing listens on", "http://127.0.0.1:1/", "down");
  const onIpv6 = createServer((_, response) => response.end(KEYWORD));
  const ipv6Port = await listen(onIpv6, stops, "::1");
  add("names and addresses", "IPv6 address", `http://[::1]:${ipv6Port}/`, "up");
  add("names and addresses", "name of IPv6 only", `http://localhost:${ipv6Port}/`, "up");
  return cases;
}

/** Starts every target. */
export async function startCases(): Promise<Cases> {
  const stops: Stop[] = [];
  const cases = [...(await targetCases(stops)), ...(await oddCases(stops))];
  return {
    cases,
    stop: async () => void (await Promise.all(stops.map(async (stop) => stop()))),
  };
}
