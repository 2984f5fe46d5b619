import { Command } from "commander";
import { diagnose } from "../doctor/diagnose";
import { print } from "../output";

const SIGNS = { good: "✓", note: "•", bad: "✗" } as const;

export function doctorCommand(): Command {
  return new Command("doctor")
    .description("check the database, ping, email, clock, port, and allowed networks")
    .action(async () => {
      const findings = await diagnose();
      for (const { sign, topic, text } of findings) print(`${SIGNS[sign]} ${topic.padEnd(16)} ${text}`);
      if (findings.some((finding) => finding.sign === "bad")) process.exitCode = 1;
    });
}
