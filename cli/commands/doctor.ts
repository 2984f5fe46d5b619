import { Command } from "commander";
import { diagnose } from "../doctor/diagnose";
import { print } from "../output";

const SIGNS = { good: "✓", note: "•", bad: "✗" } as const;

export function doctorCommand(): Command {
  return new Command("doctor")
    .description("say what works here and what does not: database, ping, mail, clock, port, open ranges")
    .action(async () => {
      const findings = await diagnose();
      for (const { sign, topic, text } of findings) print(`${SIGNS[sign]} ${topic.padEnd(16)} ${text}`);
      if (findings.some((finding) => finding.sign === "bad")) process.exitCode = 1;
    });
}
