import { expect, it, vi } from "vitest";
import { monotonicMs } from "@/lib/shared/clock";
import { NameServers } from "./name-servers";

/** Name servers that answer by the book; "ETIMEOUT" for every name that is not in it when they are dead. */
function scripted(book: Record<string, string | null>, other: string) {
  const asked: string[] = [];
  const ask = async (name: string) => {
    asked.push(name);
    return name in book ? (book[name] ?? null) : other;
  };
  return { servers: new NameServers(ask), asked };
}

/** Why a failure of `host` that took no time is ours. */
const why = async (servers: NameServers, host: string, sinceMs = monotonicMs()) =>
  (await servers.judge(host, sinceMs))?.reason ?? null;

it("a name is gone while others resolve: the target's own failure", async () => {
  const { servers, asked } = scripted({ "a.one": null, "b.two": "ENOTFOUND" }, "ENOTFOUND");
  for (const name of ["a.one", "b.two", "gone.three"]) servers.worked(name);
  expect(await why(servers, "gone.three")).toBeNull();
  expect(asked).not.toContain("gone.three");
});

it.each(["ENOTFOUND", "ETIMEOUT", "ESERVFAIL"])(
  "no name that resolved before resolves now (%s, a hijack or a dead resolver): our name servers are to blame",
  async (code) => {
    const { servers } = scripted({}, code);
    for (const name of ["a.one", "b.two"]) servers.worked(name);
    expect(await why(servers, "c.three")).toMatch(/^the runner doubts its own name servers: none of 2/);
  },
);

it("with nothing to compare, name servers that answer at all are alive, and dead ones are told from a name that is gone", async () => {
  expect(await why(scripted({}, "ENOTFOUND").servers, "only.example")).toBeNull();
  expect(await why(scripted({}, "ETIMEOUT").servers, "only.example")).toContain(
    "they answer nothing (ETIMEOUT)",
  );
});

it("a domain that dies with all its names is told: names of one domain are no witnesses of each other", async () => {
  const { servers } = scripted({}, "ENOTFOUND");
  for (const name of ["shop.example.com", "api.example.com", "www.example.com"]) servers.worked(name);
  expect(await why(servers, "shop.example.com")).toBeNull();
});

it("a name that died by itself says nothing of the name servers when another one dies later", async () => {
  const book: Record<string, string | null> = { "x.four": null };
  const { servers } = scripted(book, "ENOTFOUND");
  for (const name of ["a.one", "b.two", "c.three", "x.four"]) servers.worked(name);
  for (const name of ["a.one", "b.two", "c.three"]) expect(await why(servers, name)).toBeNull();
  book["x.four"] = "ENOTFOUND";
  expect(await why(servers, "x.four")).toBeNull();
});

it("name servers that were dead while the check waited, and are back as it fails, are to blame all the same", async () => {
  vi.useFakeTimers();
  const book: Record<string, string | null> = {};
  const { servers } = scripted(book, "ETIMEOUT");
  for (const name of ["a.one", "b.two"]) servers.worked(name);
  const sinceMs = monotonicMs();
  servers.watch("c.three");
  await vi.advanceTimersByTimeAsync(4000);
  book["a.one"] = null;
  const doubt = await servers.judge("c.three", sinceMs);
  expect(doubt?.reason).toContain("none of 2 names");
  expect(await doubt?.again()).toBeNull();
  await vi.advanceTimersByTimeAsync(2000);
  expect(await why(servers, "c.three")).toBeNull();
  vi.useRealTimers();
});

it("a thousand failures in a second ask each name once", async () => {
  const { servers, asked } = scripted({}, "ETIMEOUT");
  for (const name of ["a.one", "b.two"]) servers.worked(name);
  await Promise.all(Array.from({ length: 1000 }, (_, at) => why(servers, `n${at}.example`)));
  expect(asked).toHaveLength(2);
});

it("addresses and localhost are no names to ask for", async () => {
  const { servers, asked } = scripted({}, "ENOTFOUND");
  for (const host of ["192.0.2.1", "[2001:db8::1]", "localhost", "a.localhost"]) servers.worked(host);
  await why(servers, "c.three");
  expect(asked).toEqual(["vedette.invalid"]);
});
