import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { checkedOdd } from "@/lib/testing/odd-responses/checked";
import type { OddResponse } from "@/lib/testing/odd-responses/odd-response";
import { docRow, ODD_RESPONSES } from "@/lib/testing/odd-responses/registry";
import { startOddServer } from "@/lib/testing/odd-responses/server";
import { withUndo } from "../undo";
import { type Client, installedClients } from "./clients";

// Compares the checker with other clients: `npx tsx storm/odd-responses/run.ts [--only TEXT] [--write FILE]`.

const INTRODUCTION = `# Odd responses

What servers get wrong, and who reads it. The rule is that a target that curl or a browser reads is never down. The
check passes with a warning that names the oddity.

\`npx tsx storm/odd-responses/run.ts --write docs/odd-responses.md\` compares the clients and writes this page. It
skips clients that aren't installed. A client reads a response if it accepts it and finds a word in its body.
blackbox_exporter ignores Content-Encoding unless it's configured, so it can't find the word in a compressed body.
In the table of charsets, Chromium must show the word on the page. Clients skip TLS verification here.
`;

interface Row {
  readonly odd: OddResponse;
  readonly ours: string;
  readonly others: readonly (boolean | null)[];
}

async function compare(odd: OddResponse, clients: readonly Client[]): Promise<Row> {
  const server = await startOddServer(odd);
  const { origin } = server;
  try {
    const [own, ...others] = await Promise.all([
      checkedOdd(odd, origin),
      ...clients.map((client) => client(odd, origin).catch(() => null)),
    ]);
    return { odd, ours: own, others };
  } finally {
    await server.stop();
  }
}

const shown = (reads: boolean | null) => (reads === null ? "?" : reads ? "reads" : "refuses");

function tableOf(title: string, rows: readonly Row[], names: readonly string[]): string {
  const lines = rows.map(({ odd, others }) => docRow(odd, others.map(shown)));
  const head = ["Response", ...names, "Vedette"];
  return [`## ${title}`, "", `| ${head.join(" | ")} |`, `|${"---|".repeat(head.length)}`, ...lines, ""].join(
    "\n",
  );
}

/** Returns whether a result breaks the rule that what curl or a browser reads is never down. */
function breaksRule({ odd, ours, others }: Row): boolean {
  const isDown = !["up", "warning", "assertion_failed"].includes(ours);
  return ours !== odd.ours || (isDown && others.includes(true) && odd.why === undefined);
}

async function main(): Promise<boolean> {
  const { values } = parseArgs({ options: { only: { type: "string" }, write: { type: "string" } } });
  return withUndo(async (undo) => {
    const clients = await installedClients(undo);
    let text = "";
    const broken: Row[] = [];
    for (const [title, odds] of Object.entries(ODD_RESPONSES)) {
      const rows: Row[] = [];
      for (const odd of odds.filter(({ name }) => name.includes(values.only ?? "")))
        rows.push(await compare(odd, [...clients.values()]));
      if (rows.length > 0) text += `${tableOf(title, rows, [...clients.keys()])}\n`;
      broken.push(...rows.filter(breaksRule));
    }
    process.stdout.write(text);
    for (const { odd, ours } of broken)
      process.stdout.write(`WRONG: ${odd.name}: ${ours}, expected ${odd.ours}\n`);
    if (values.write) writeFileSync(values.write, `${INTRODUCTION}\n${text.trimEnd()}\n`);
    return broken.length === 0;
  });
}

process.exitCode = (await main()) ? 0 : 1;
