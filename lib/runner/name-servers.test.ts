import { expect, it } from "vitest";
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

it("a name is gone while others resolve: the target's own failure", async () => {
  const { servers, asked } = scripted({ "a.example": null, "b.example": "ENOTFOUND" }, "ENOTFOUND");
  for (const name of ["a.example", "b.example", "gone.example"]) servers.worked(name);
  expect(await servers.judge("gone.example")).toBeNull();
  expect(asked).not.toContain("gone.example");
});

it.each(["ENOTFOUND", "ETIMEOUT", "ESERVFAIL"])(
  "no name that resolved before resolves now (%s, a hijack or a dead resolver): our name servers are to blame",
  async (code) => {
    const { servers } = scripted({}, code);
    for (const name of ["a.example", "b.example"]) servers.worked(name);
    expect(await servers.judge("c.example")).toMatch(/^the runner doubts its own name servers: none of 2/);
  },
);

it("with nothing to compare, name servers that answer at all are alive, and dead ones are told from a name that is gone", async () => {
  expect(await scripted({}, "ENOTFOUND").servers.judge("only.example")).toBeNull();
  expect(await scripted({}, "ETIMEOUT").servers.judge("only.example")).toContain(
    "they answer nothing (ETIMEOUT)",
  );
});

it("a thousand failures in a second ask once", async () => {
  const { servers, asked } = scripted({}, "ETIMEOUT");
  for (const name of ["a.example", "b.example"]) servers.worked(name);
  await Promise.all(Array.from({ length: 1000 }, (_, at) => servers.judge(`n${at}.example`)));
  expect(asked).toHaveLength(2);
});

it("addresses and localhost are no names to ask for", async () => {
  const { servers, asked } = scripted({}, "ENOTFOUND");
  for (const host of ["192.0.2.1", "2001:db8::1", "localhost", "a.localhost"]) servers.worked(host);
  await servers.judge("c.example");
  expect(asked).toEqual(["vedette.invalid"]);
});
