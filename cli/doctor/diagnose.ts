import { databaseFindings } from "./database";
import type { Finding } from "./finding";
import { machineFindings } from "./machine";
import { mailFinding } from "./mail";
import { pingFinding } from "./ping";
import { portFinding } from "./port";
import { privateTargetsFinding } from "./private-targets";

/** Runs all checks of `doctor`. The only outbound traffic is a connection to the configured mail server. */
export async function diagnose(): Promise<Finding[]> {
  return [
    ...(await machineFindings()),
    privateTargetsFinding(),
    await portFinding(),
    ...(await databaseFindings()),
    await pingFinding(),
    await mailFinding(),
  ];
}
