import { expect, it } from "vitest";
import { judgeNameServers, type NameLookups } from "./name-server-check";

/** Lookup codes of well-known names, neighboring names, and the name that never exists. */
function verdict(witnesses: (string | null)[], neighbours: (string | null)[], nobody: string | null) {
  const named = (kind: string) => (code: string | null, at: number) => ({ name: `${kind}${at}`, code });
  const evidence: NameLookups = {
    witnesses: witnesses.map(named("w")),
    neighbours: neighbours.map(named("target")),
    nobody: { name: "nobody", code: nobody },
  };
  return judgeNameServers(evidence);
}

const [GONE, LOST, SILENT, WELL] = ["ENOTFOUND", "ESERVFAIL", "ETIMEOUT", null];

it.each([
  [
    "alive if a well-known name resolves, whatever else fails",
    [LOST, WELL],
    [GONE, GONE],
    GONE,
    "alive",
    "w1 resolves",
  ],
  ["without well-known names, another name resolves", [], [GONE, WELL], GONE, "alive", "other names resolve"],
  [
    "a single well-known name may have failed by itself",
    [LOST],
    [WELL],
    GONE,
    "alive",
    "other names resolve",
  ],
  [
    "well-known names are filtered while others resolve",
    [GONE, GONE],
    [WELL],
    GONE,
    "alive",
    "other names resolve",
  ],
  [
    "well-known names get no answer while a cache hides it",
    [LOST, SILENT],
    [WELL],
    GONE,
    "unclear",
    "w0 and w1 can't be",
  ],
  [
    "nothing resolves, including well-known names",
    [LOST, LOST],
    [LOST],
    GONE,
    "dead",
    "none of 3 names .* not even w0 and w1",
  ],
  [
    "a hijack denies everything, including well-known names",
    [GONE, GONE],
    [GONE, GONE],
    GONE,
    "dead",
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
    "dead",
    "none of 2 names",
  ],
  ["without well-known names: SERVFAIL for every name", [], [LOST, LOST], LOST, "dead", "none of 2 names"],
  ["nothing to compare, but they answer", [], [GONE], GONE, "alive", "they answer for nobody"],
  ["nothing to compare, and silence", [], [], SILENT, "dead", "they don't respond \\(ETIMEOUT\\)"],
  ["a hijack gives every name an address", [], [GONE], WELL, "alive", "they answer for nobody"],
] as const)("%s", (_, witnesses, neighbours, nobody, state, why) => {
  const found = verdict([...witnesses], [...neighbours], nobody);
  expect(found.state).toBe(state);
  expect(found.why).toMatch(new RegExp(why));
});

it("never names a target, because unrelated projects read the reason", () => {
  for (const witnesses of [[], [LOST, LOST], [WELL]])
    for (const neighbours of [[], [WELL, GONE], [GONE, GONE]])
      for (const nobody of [GONE, SILENT])
        expect(verdict(witnesses, neighbours, nobody).why).not.toContain("target");
});
