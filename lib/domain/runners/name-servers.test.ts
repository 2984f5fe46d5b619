import { expect, it } from "vitest";
import { judgeNameServers, type NameLookups } from "./name-servers";

/** Lookup codes of well-known names, names of other domains, and the name that never exists. */
function stateOf(known: (string | null)[], others: (string | null)[], nonexistent: string | null) {
  const named = (kind: string) => (code: string | null, at: number) => ({ name: `${kind}${at}`, code });
  const lookups: NameLookups = {
    known: known.map(named("k")),
    others: others.map(named("target")),
    nonexistent: { name: "nobody", code: nonexistent },
  };
  return judgeNameServers(lookups);
}

const [GONE, LOST, SILENT, WELL] = ["ENOTFOUND", "ESERVFAIL", "ETIMEOUT", null];

it.each([
  [
    "working if a well-known name resolves, whatever else fails",
    [LOST, WELL],
    [GONE, GONE],
    GONE,
    "working",
    "k1 resolves",
  ],
  [
    "without well-known names, another name resolves",
    [],
    [GONE, WELL],
    GONE,
    "working",
    "other names resolve",
  ],
  [
    "a single well-known name may have failed by itself",
    [LOST],
    [WELL],
    GONE,
    "working",
    "other names resolve",
  ],
  [
    "well-known names are filtered while others resolve",
    [GONE, GONE],
    [WELL],
    GONE,
    "working",
    "other names resolve",
  ],
  [
    "well-known names get no answer while a cache hides it",
    [LOST, SILENT],
    [WELL],
    GONE,
    "unclear",
    "k0 and k1 can't be",
  ],
  [
    "nothing resolves, including well-known names",
    [LOST, LOST],
    [LOST],
    GONE,
    "failing",
    "none of 3 names .* not even k0 and k1",
  ],
  [
    "a hijack denies everything, including well-known names",
    [GONE, GONE],
    [GONE, GONE],
    GONE,
    "failing",
    "none of 4 names",
  ],
  [
    "without well-known names: all are reported as gone",
    [],
    [GONE, GONE],
    GONE,
    "unclear",
    "none of 2 .* they answer",
  ],
  ["without well-known names: other servers are silent", [], [SILENT, LOST], GONE, "unclear", "none of 2"],
  [
    "without well-known names: silence for every name",
    [],
    [SILENT, SILENT],
    SILENT,
    "failing",
    "none of 2 names",
  ],
  ["without well-known names: SERVFAIL for every name", [], [LOST, LOST], LOST, "failing", "none of 2 names"],
  ["nothing to compare, but they answer", [], [GONE], GONE, "working", "they answer for nobody"],
  ["nothing to compare, and silence", [], [], SILENT, "failing", "they don't respond \\(ETIMEOUT\\)"],
  ["a hijack gives every name an address", [], [GONE], WELL, "working", "they answer for nobody"],
] as const)("%s", (_, known, others, nonexistent, is, why) => {
  const found = stateOf([...known], [...others], nonexistent);
  expect(found.is).toBe(is);
  expect(found.why).toMatch(new RegExp(why));
});

it("never names a target, because unrelated projects read the reason", () => {
  for (const known of [[], [LOST, LOST], [WELL]])
    for (const others of [[], [WELL, GONE], [GONE, GONE]])
      for (const nonexistent of [GONE, SILENT])
        expect(stateOf(known, others, nonexistent).why).not.toContain("target");
});
