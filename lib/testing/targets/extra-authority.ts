import { mailFinding } from "@/cli/doctor/mail";
import { exchange } from "@/lib/notify/transport/http";
import { policyFrom } from "@/lib/probes/net/policy";
import { check, LOOPBACK, monitorConfig } from "./check";

// Prints what a check, a webhook, and the doctor say about TARGET and SMTP_URL.
const url = String(process.env.TARGET);
const step = { method: "POST", url, headers: {}, body: "{}" } as const;
const webhook = exchange(step, { policy: policyFrom(LOOPBACK) });
const [checked, answered, mail] = await Promise.all([
  check(monitorConfig({ url }, { timeout_ms: 10_000 })),
  webhook.then(
    ({ status }) => status,
    (error: Error) => error.message,
  ),
  mailFinding(),
]);
process.stdout.write(JSON.stringify({ check: checked.outcome, webhook: answered, mail: mail.sign }));
process.exit(0);
