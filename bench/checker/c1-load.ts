import { fetchCheck, httpMonitor, ownCheck, repeat, requestCheck } from "./clients";
import { cpuUsOf, NoiseProber } from "./statistics";

// The measured process of C1. Arguments: URL, checks a turn, turns. Prints CPU microseconds a check, turn by turn.

const PARALLEL = 8;

async function main(url: string, checks: number, turns: number): Promise<void> {
  const config = httpMonitor(url);
  const ways = [() => ownCheck(config), () => requestCheck(url), () => fetchCheck(url)];
  const spent: number[][] = [[], [], []];
  const noise = new NoiseProber();
  for (const way of ways) await repeat(checks, PARALLEL, way);
  for (let turn = 0; turn < turns; turn += 1) {
    for (const [index, way] of ways.entries())
      spent[index]?.push((await cpuUsOf(() => repeat(checks, PARALLEL, way))) / checks);
    noise.probe();
  }
  process.stdout.write(JSON.stringify({ spent, noisy: noise.noisy }), () => process.exit(0));
}

const [url = "", checks, turns] = process.argv.slice(2);
main(url, Number(checks), Number(turns));
