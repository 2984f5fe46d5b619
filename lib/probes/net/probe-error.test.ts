import { expect, it } from "vitest";
import { emptyFinding, fail } from "@/lib/probes/probe";
import { connectError } from "./probe-error";

const outcomeOf = (code: string) => {
  const finding = emptyFinding();
  fail(finding, connectError(Object.assign(new Error(code), { code }), "192.0.2.1:443"));
  return finding.outcome;
};

it.each(["EMFILE", "ENFILE", "EADDRNOTAVAIL", "ENOBUFS", "ENOMEM", "ENETDOWN"])(
  "reports %s as the runner's own exhaustion, never as the target's failure",
  (code) => expect(outcomeOf(code)).toBe("inconclusive"),
);

it.each(["ECONNREFUSED", "ECONNRESET", "EHOSTUNREACH", "ETIMEDOUT"])(
  "reports %s as down, because the target may cause it",
  (code) => expect(outcomeOf(code)).toBe("down"),
);
