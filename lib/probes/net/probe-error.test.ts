import { expect, it } from "vitest";
import { emptyFinding, fail } from "@/lib/probes/probe";
import { connectError } from "./probe-error";

const outcomeOf = (code: string) => {
  const finding = emptyFinding();
  fail(finding, connectError(Object.assign(new Error(code), { code }), "192.0.2.1:443"));
  return finding.outcome;
};

it.each(["EMFILE", "ENFILE", "EADDRNOTAVAIL", "ENOBUFS", "ENOMEM", "ENETDOWN"])(
  "%s is the runner's own lack: it never judges the target (F28)",
  (code) => expect(outcomeOf(code)).toBe("inconclusive"),
);

it.each(["ECONNREFUSED", "ECONNRESET", "EHOSTUNREACH", "ETIMEDOUT"])(
  "%s may be the target's: it is down",
  (code) => expect(outcomeOf(code)).toBe("down"),
);
