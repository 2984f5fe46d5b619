import type * as z from "zod";
import { ProbeError } from "@/lib/probes/net/probe-error";
import { emptyFinding, fail, type Probe } from "@/lib/probes/probe";
import type { KnockRequest } from "./knock";

// Apart from the contract, because probes read the registry of protocols, which waits for the contract in tests that replace it.

/** Opens the door to those who know the password. */
export const probeKnock: Probe<z.output<typeof KnockRequest>> = async ({ config: { request } }) => {
  const finding = emptyFinding();
  finding.details = { replies: [request.password === "sesame" ? "Come in" : "Go away"] };
  if (request.password === "sesame") finding.outcome = "up";
  else fail(finding, new ProbeError("knock_rejected" as "unsupported", `${request.host}: go away`));
  return finding;
};
