import { databaseFindings } from "./database";
import type { Finding } from "./finding";
import { machineFindings } from "./machine";
import { mailFinding } from "./mail";
import { pingFinding } from "./ping";
import { portFinding } from "./port";
import { privateTargetsFinding } from "./private-targets";

/** Everything `doctor` looks at; nothing here leaves the machine but a greeting to the configured mail server. */
export async function diagnose(): Promise<Finding[]> {
  return [
    ...machineFindings(),
    privateTargetsFinding(),
    await portFinding(),
    ...(await databaseFindings()),
    await pingFinding(),
    await mailFinding(),
  ];
}
