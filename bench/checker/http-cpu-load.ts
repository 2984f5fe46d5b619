import { bareCheck, fetchCheck, httpMonitor, ownCheck, repeat, requestCheck } from "./clients";
import { cpuUsOf } from "./statistics";

// The measured process of `http-cpu`. Arguments: URL, checks per turn, turns. Prints CPU microseconds per check for each
// turn.

const PARALLEL = 8;

async function main(url: string, checks: number, turns: number): Promise<void> {
  const config = httpMonitor(url);
  const ways = [() => ownCheck(config), () => requestCheck(url), () => fetchCheck(url), () => bareCheck(url)];
  const spent: number[][] = ways.map(() => []);
  for (let turn = -1; turn < turns; turn += 1) {
    for (const [index, way] of ways.entries()) {
      // Unmeasured first, so that no measurement pays for another's caches and garbage.
      await repeat(checks / 4, PARALLEL, way);
      const us = (await cpuUsOf(() => repeat(checks, PARALLEL, way))) / checks;
      if (turn >= 0) spent[index]?.push(us);
    }
  }
  process.stdout.write(JSON.stringify(spent), () => process.exit(0));
}

const [url = "", checks, turns] = process.argv.slice(2);
main(url, Number(checks), Number(turns));
