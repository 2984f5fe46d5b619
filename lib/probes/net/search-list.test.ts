import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { type NameServer, startNameServer } from "@/lib/testing/targets/name-server";
import { SearchList } from "./search-list";

let folder: string;
let server: NameServer | undefined;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "vedette-search-"));
});
afterEach(() => {
  server?.stop();
  server = undefined;
  rmSync(folder, { recursive: true, force: true });
});

function listOf(text: string, hostname = "here"): SearchList {
  const file = path.join(folder, "resolv.conf");
  writeFileSync(file, text);
  return new SearchList(file, hostname);
}

async function resolverWith(text: string, known: Record<string, string[]>) {
  const started = await startNameServer((name, type) => (type === "A" ? known[name] : []) ?? "nxdomain");
  server = started;
  return { started, resolver: started.resolver(() => 0, listOf(text)) };
}

it("finds a name without a dot where every other program on the machine finds it", async () => {
  const { started, resolver } = await resolverWith("nameserver 192.0.2.1\nsearch corp.test lan.test\n", {
    "nas.lan.test": ["192.0.2.7"],
  });
  expect(await resolver.addressesOf("NAS")).toEqual(["192.0.2.7"]);
  expect(started.asked.filter((asked) => asked.endsWith(" A"))).toEqual([
    "nas.corp.test A",
    "nas.lan.test A",
  ]);
});

it("never extends a name with a final dot, and asks for one with enough dots unchanged first", async () => {
  const { started, resolver } = await resolverWith("search lan.test", {});
  await expect(resolver.addressesOf("nas.")).rejects.toMatchObject({ code: "dns_not_found" });
  await expect(resolver.addressesOf("www.example.test")).rejects.toThrow(
    /^www\.example\.test: the name doesn't exist/,
  );
  expect(new Set(started.asked.map((asked) => asked.split(" ")[0]))).toEqual(
    new Set(["nas", "www.example.test", "www.example.test.lan.test"]),
  );
});

it("asks a cluster's own names first (ndots:5), as glibc does, because service.dev may belong to strangers", async () => {
  const { started, resolver } = await resolverWith(
    "search apps.svc.cluster.test svc.cluster.test\noptions ndots:5 timeout:1",
    { "shop.apps.svc.cluster.test": ["192.0.2.8"], "example.test": ["192.0.2.9"] },
  );
  expect(await resolver.addressesOf("shop.apps")).toEqual(["192.0.2.8"]);
  started.asked.length = 0;
  expect(await resolver.addressesOf("example.test")).toEqual(["192.0.2.9"]);
  expect(started.asked.filter((asked) => asked.endsWith(" A"))).toEqual([
    "example.test.apps.svc.cluster.test A",
    "example.test.svc.cluster.test A",
    "example.test A",
  ]);
});

it("adds nothing for a file that is empty, invalid, or missing", () => {
  for (const text of ["", "search\n", "search .\noptions ndots:x", "# search lan.test"])
    expect(listOf(text).namesOf("nas", 0)).toEqual(["nas"]);
  expect(new SearchList(path.join(folder, "none"), "here").namesOf("nas", 0)).toEqual(["nas"]);
});

it.each([
  ["search a.test b.test", "nas", ["nas.a.test", "nas.b.test", "nas"]],
  ["search a.test", "nas.x", ["nas.x", "nas.x.a.test"]],
  ["search a.test\noptions ndots:2", "nas.x", ["nas.x.a.test", "nas.x"]],
  ["search a.test\noptions ndots:0", "nas", ["nas", "nas.a.test"]],
  ["search a.test\noptions ndots:3 ndots:1", "nas.x", ["nas.x", "nas.x.a.test"]],
  ["options ndots:2", "nas.x", ["nas.x"]],
])("orders names as glibc does: %j, %s", (text, name, names) => {
  expect(listOf(text).namesOf(name, 0)).toEqual(names);
});

it("adds the machine's own domain when the file names none", () => {
  expect(listOf("nameserver 192.0.2.1", "web1.corp.test").namesOf("nas", 0)).toEqual([
    "nas.corp.test",
    "nas",
  ]);
  expect(listOf("search lan.test", "web1.corp.test").namesOf("nas", 0)).toEqual(["nas.lan.test", "nas"]);
});

it("continues with the next name when a search domain's own name servers fail", async () => {
  const started = await startNameServer((name, type) =>
    name === "nas.a.test" ? "servfail" : name === "nas" && type === "A" ? ["192.0.2.7"] : "nxdomain",
  );
  server = started;
  expect(await started.resolver(() => 0, listOf("search a.test b.test")).addressesOf("nas")).toEqual([
    "192.0.2.7",
  ]);
});

it("picks up a changed list within half a minute", () => {
  const list = listOf("search old.test");
  expect(list.namesOf("nas", 0)).toEqual(["nas.old.test", "nas"]);
  listOf("domain new.test.");
  expect(list.namesOf("nas", 31_000)).toEqual(["nas.new.test", "nas"]);
});
