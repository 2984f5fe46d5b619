import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { selfCheckWords } from "@/lib/domain/runners/self-check";
import { monotonicMs } from "@/lib/shared/clock";
import type { Finding } from "./check-states";
import { NameServers } from "./name-servers";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "vedette-known-names-"));
});
afterEach(async () => {
  vi.useRealTimers();
  // A file may still be written.
  await rm(folder, { recursive: true, force: true, maxRetries: 20 });
});

/** Name servers that answer from the records; "ETIMEOUT" for every name not in it when they're dead. */
function scripted(records: Record<string, string | null>, other: string) {
  const asked: string[] = [];
  const ask = async (name: string) => {
    asked.push(name);
    // A name under one that resolves doesn't exist.
    const isBelow = Object.keys(records).some(
      (known) => name.endsWith(`.${known}`) && records[known] === null,
    );
    return name in records ? (records[name] ?? null) : isBelow ? "ENOTFOUND" : other;
  };
  return { servers: new NameServers({ ask }), asked };
}

/** Returns why an instant failure of `host` is the runner's own. */
const why = async (servers: NameServers, host: string, sinceMs = monotonicMs()) =>
  wordsOf((await servers.judge(host, sinceMs)).finding);

const wordsOf = (finding: Finding | null) => finding && selfCheckWords([finding.failure]);

it("blames the target when its name disappears while others resolve", async () => {
  const { servers, asked } = scripted({ "a.one": null, "b.two": "ENOTFOUND" }, "ENOTFOUND");
  for (const name of ["a.one", "b.two", "gone.three"]) servers.worked(name);
  expect(await why(servers, "gone.three")).toBeNull();
  expect(asked).not.toContain("gone.three");
});

it.each(["ENOTFOUND", "ETIMEOUT", "ESERVFAIL"])(
  "at first blames the name servers when no known name resolves (%s, a hijack or a dead resolver)",
  async (code) => {
    const { servers } = scripted({}, code);
    for (const name of ["a.one", "b.two"]) servers.worked(name);
    expect(await why(servers, "c.three")).toMatch(/^failed its DNS self-check: none of 2/);
  },
);

it("recognizes live and dead name servers without any name to compare", async () => {
  expect(await why(scripted({}, "ENOTFOUND").servers, "only.example")).toBeNull();
  expect(await why(scripted({}, "ETIMEOUT").servers, "only.example")).toContain(
    "they don't respond (ETIMEOUT)",
  );
});

it("does not use names of one domain as evidence for each other", async () => {
  const { servers } = scripted({}, "ENOTFOUND");
  for (const name of ["shop.example.com", "api.example.com", "www.example.com"]) servers.worked(name);
  expect(await why(servers, "shop.example.com")).toBeNull();
});

it("ignores a name that failed by itself when another one fails later", async () => {
  const records: Record<string, string | null> = { "x.four": null };
  const { servers } = scripted(records, "ENOTFOUND");
  for (const name of ["a.one", "b.two", "c.three", "x.four"]) servers.worked(name);
  for (const name of ["a.one", "b.two", "c.three"]) expect(await why(servers, name)).toBeNull();
  records["x.four"] = "ENOTFOUND";
  expect(await why(servers, "x.four")).toBeNull();
});

it("blames name servers that were dead during the check, even if they're back when it fails", async () => {
  vi.useFakeTimers();
  const records: Record<string, string | null> = {};
  const { servers } = scripted(records, "ETIMEOUT");
  for (const name of ["a.one", "b.two"]) servers.worked(name);
  const sinceMs = monotonicMs();
  servers.watch("c.three");
  await vi.advanceTimersByTimeAsync(4000);
  records["a.one"] = null;
  const { finding } = await servers.judge("c.three", sinceMs);
  expect(wordsOf(finding)).toContain("none of 2");
  expect(await finding?.again(null)).toBeNull();
  await vi.advanceTimersByTimeAsync(2000);
  expect(await why(servers, "c.three")).toBeNull();
});

it("asks for each name once for a thousand failures in a second", async () => {
  const { servers, asked } = scripted({}, "ETIMEOUT");
  for (const name of ["a.one", "b.two"]) servers.worked(name);
  await Promise.all(Array.from({ length: 1000 }, (_, at) => why(servers, `n${at}.example`)));
  const below = /^[0-9a-f]{16}\./;
  expect(asked.map((name) => name.replace(below, "*.")).sort()).toEqual([
    "*.a.one",
    "*.b.two",
    "a.one",
    "b.two",
    "vedette.invalid",
  ]);
});

it("does not query IP addresses and localhost", async () => {
  const { servers, asked } = scripted({}, "ENOTFOUND");
  for (const host of ["192.0.2.1", "[2001:db8::1]", "localhost", "a.localhost"]) servers.worked(host);
  await why(servers, "c.three");
  expect(asked).toEqual(["vedette.invalid"]);
});

it("blames name servers that deny several domains at once for 30 s, then reports the failures", async () => {
  vi.useFakeTimers();
  const { servers } = scripted({}, "ENOTFOUND");
  for (const name of ["a.one", "b.two"]) servers.worked(name);
  const { finding } = await servers.judge("c.three", monotonicMs());
  expect(wordsOf(finding)).toMatch(
    /none of 2 names that resolved before resolves now, although they answer$/,
  );
  await vi.advanceTimersByTimeAsync(29_000);
  expect(await finding?.again(null)).toEqual(finding?.failure);
  await vi.advanceTimersByTimeAsync(1500);
  expect(await finding?.again(null)).toBeNull();
  await vi.advanceTimersByTimeAsync(2000);
  expect(await servers.judge("c.three", monotonicMs())).toEqual({ finding: null, reason: "they answer" });
  for (const name of ["a.one", "b.two", "c.three"]) expect(await why(servers, name)).toBeNull();
});

it.each(["ESERVFAIL", "EREFUSED", "ETIMEOUT"])(
  "keeps blaming name servers that fail every query (%s) until they answer",
  async (code) => {
    vi.useFakeTimers();
    const { servers } = scripted({}, code);
    for (const name of ["a.one", "b.two"]) servers.worked(name);
    const { finding } = await servers.judge("c.three", monotonicMs());
    await vi.advanceTimersByTimeAsync(3600_000);
    expect(await finding?.again(null)).toEqual(finding?.failure);
  },
);

it("uses the server's own name as a comparison from the start", async () => {
  const ask = async (name: string) => (name === "control.four" ? null : "ENOTFOUND");
  const servers = new NameServers({ ask, controlHost: "control.four" });
  expect(await servers.judge("c.three", monotonicMs())).toEqual({
    finding: null,
    reason: "other names resolve",
  });
});

const KNOWN_NAMES = ["root.net", "registry.net2"];

/** Surveys known names while all is well; `answers` may change. */
async function surveyed(answers: (name: string) => string | null) {
  const servers = new NameServers({
    ask: async (name) => answers(name),
    knownNames: KNOWN_NAMES,
    file: path.join(folder, "known-names.json"),
  });
  servers.start();
  await vi.advanceTimersByTimeAsync(1);
  return servers;
}

const isKnown = (name: string) => KNOWN_NAMES.some((one) => name.endsWith(one));
/** Answer of a name server while everything works: a name under a known one doesn't exist. */
const wellAnswer = (name: string) => (KNOWN_NAMES.includes(name) ? null : "ENOTFOUND");

it("reports an outage of several domains immediately when a known name resolves, and names it", async () => {
  vi.useFakeTimers();
  const servers = await surveyed(wellAnswer);
  for (const name of ["a.one", "b.two"]) servers.worked(name);
  expect(await servers.judge("c.three", monotonicMs())).toEqual({
    finding: null,
    reason: "root.net resolves",
  });
  servers.stop();
});

it("does not trust known names that a forwarder without an uplink answers from its cache", async () => {
  vi.useFakeTimers();
  let isLost = false;
  const servers = await surveyed((name) =>
    KNOWN_NAMES.includes(name) ? null : isLost ? "ESERVFAIL" : "ENOTFOUND",
  );
  isLost = true;
  await vi.advanceTimersByTimeAsync(2000);
  for (const name of ["a.one", "b.two"]) servers.worked(name);
  const { finding } = await servers.judge("c.three", monotonicMs());
  expect(wordsOf(finding)).toMatch(/none of 4 .*names.* resolves now, not even root\.net and registry\.net2/);
  for (let minute = 0; minute < 60; minute += 1) {
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await finding?.again(null)).toEqual(finding?.failure);
  }
  isLost = false;
  await vi.advanceTimersByTimeAsync(1000);
  expect(await finding?.again(null)).toBeNull();
  servers.stop();
});

it.each([
  ["ignores a comparison that only a name server's cache knows", "ESERVFAIL", "none of 2"],
  ["trusts a comparison whose domain is reachable", "ENOTFOUND", null],
])("%s", async (_, below, blamed) => {
  const ask = async (name: string) =>
    name === "a.one"
      ? null
      : name.endsWith(".a.one")
        ? below
        : name === "vedette.invalid"
          ? "ENOTFOUND"
          : "ESERVFAIL";
  const servers = new NameServers({ ask });
  for (const name of ["a.one", "b.two"]) servers.worked(name);
  const reason = await why(servers, "c.three");
  if (blamed === null) expect(reason).toBeNull();
  else expect(reason).toContain(blamed);
});

it("remembers which known names resolved after a restart without name servers", async () => {
  vi.useFakeTimers();
  (await surveyed(wellAnswer)).stop();
  await vi.waitFor(
    () => expect(readFileSync(path.join(folder, "known-names.json"), "utf8")).toMatch(/]$/),
    60_000,
  );
  const servers = await surveyed((name) => (name === "vedette.invalid" ? "ENOTFOUND" : "ESERVFAIL"));
  expect(await why(servers, "c.three")).toContain("not even root.net");
  servers.stop();
});

it("ignores known names in a network that never resolved them or that begins to filter them", async () => {
  vi.useFakeTimers();
  const never = await surveyed(() => "ENOTFOUND");
  expect(await why(never, "c.three")).toBeNull();
  never.stop();
  let isFiltered = false;
  const servers = await surveyed((name) => (isFiltered && isKnown(name) ? "EREFUSED" : wellAnswer(name)));
  isFiltered = true;
  await vi.advanceTimersByTimeAsync(1000);
  expect(await why(servers, "c.three")).not.toBeNull();
  await vi.advanceTimersByTimeAsync(20 * 60_000);
  expect(await why(servers, "c.three")).toBeNull();
  servers.stop();
});

it("remembers the known names that resolved before, if others never did, while a runner starts without name servers", async () => {
  vi.useFakeTimers();
  const file = path.join(folder, "known-names.json");
  writeFileSync(file, JSON.stringify(["known.one", "known.two"].map((name) => [name, Date.now()])));
  const ask = async () => "ENOTFOUND";
  const servers = new NameServers({ ask, knownNames: ["known.one", "known.two", "blocked.three"], file });
  servers.start();
  await vi.advanceTimersByTimeAsync(60_000);
  const judged = why(servers, "shop.four");
  await vi.advanceTimersByTimeAsync(5000);
  servers.stop();
  expect(await judged).toMatch(/^failed its DNS self-check/);
});
