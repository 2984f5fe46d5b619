import { expect, it } from "vitest";
import { judgeNameServers, type NameServersState } from "./name-servers";
import { selfCheckWords } from "./self-check";

const CODES: Record<string, string | null> = {
  gone: "ENOTFOUND",
  lost: "ESERVFAIL",
  silent: "ETIMEOUT",
  well: null,
};

/** `lookups` are those of well-known names, of names of other domains, and of the name that never exists: `lost well | gone | gone`. */
function stateOf(lookups: string) {
  const named = (kind: string) => (code: string, at: number) => ({
    name: `${kind}${at}`,
    code: CODES[code] ?? null,
  });
  const [known = [], others = [], nonexistent = []] = lookups
    .split("|")
    .map((codes) => codes.match(/\w+/g) ?? []);
  return judgeNameServers({
    known: known.map(named("k")),
    others: others.map(named("target")),
    nonexistent: { name: "nobody", code: CODES[nonexistent[0] ?? ""] ?? null },
  });
}

const whyOf = (state: NameServersState) =>
  state.is === "working" ? state.why : selfCheckWords([state.failure]);

it.each([
  [
    "working if a well-known name resolves, whatever else fails",
    "lost well | gone gone | gone",
    "working",
    "k1 resolves",
  ],
  [
    "without well-known names, another name resolves",
    " | gone well | gone",
    "working",
    "other names resolve",
  ],
  [
    "a single well-known name may have failed by itself",
    "lost | well | gone",
    "working",
    "other names resolve",
  ],
  [
    "well-known names are filtered while others resolve",
    "gone gone | well | gone",
    "working",
    "other names resolve",
  ],
  [
    "well-known names get no answer while a cache hides it",
    "lost silent | well | gone",
    "unclear",
    "k0 and k1 can't be",
  ],
  [
    "nothing resolves, including well-known names",
    "lost lost | lost | gone",
    "failing",
    "none of 3 names .* not even k0 and k1",
  ],
  [
    "a hijack denies everything, including well-known names",
    "gone gone | gone gone | gone",
    "failing",
    "none of 4 names",
  ],
  [
    "without well-known names: all are reported as gone",
    " | gone gone | gone",
    "unclear",
    "none of 2 .* they answer",
  ],
  ["without well-known names: other servers are silent", " | silent lost | gone", "unclear", "none of 2"],
  [
    "without well-known names: silence for every name",
    " | silent silent | silent",
    "failing",
    "none of 2 names",
  ],
  ["without well-known names: SERVFAIL for every name", " | lost lost | lost", "failing", "none of 2 names"],
  ["nothing to compare, but they answer", " | gone | gone", "working", "they answer for nobody"],
  ["nothing to compare, and silence", " |  | silent", "failing", "they don't respond \\(ETIMEOUT\\)"],
  ["a hijack gives every name an address", " | gone | well", "working", "they answer for nobody"],
])("%s", (_, lookups, is, why) => {
  const found = stateOf(lookups);
  expect(found.is).toBe(is);
  expect(whyOf(found)).toMatch(new RegExp(why));
});

it("never names a target, because unrelated projects read the reason", () => {
  for (const known of ["", "lost lost", "well"])
    for (const others of ["", "well gone", "gone gone"])
      for (const nonexistent of ["gone", "silent"])
        expect(whyOf(stateOf(`${known} | ${others} | ${nonexistent}`))).not.toContain("target");
});
