// Watches an address and prints what is down:
//   VEDETTE_URL=http://localhost:3000 VEDETTE_TOKEN=… VEDETTE_PROJECT=main node example.mjs https://example.com/
import { ApiError, createClient } from "./index.js";

const { VEDETTE_URL = "http://localhost:3000", VEDETTE_TOKEN = "", VEDETTE_PROJECT } = process.env;
const vedette = createClient({ url: VEDETTE_URL, token: VEDETTE_TOKEN, project: VEDETTE_PROJECT });

try {
  const [url] = process.argv.slice(2);
  if (url) {
    const body = {
      name: new URL(url).hostname.slice(0, 45),
      protocol: "http",
      request: { method: "GET", url },
      regions: ["eu-deu-fra"],
    };
    const { id } = await vedette.call("createMonitor", { body });
    console.log(`Monitor ${id} watches ${url}.`);
  }
  for await (const { name, status, one_day_availability } of vedette.all("listMonitors"))
    console.log(`${status.padEnd(9)} ${String(one_day_availability ?? "–").padStart(7)} %  ${name}`);
} catch (error) {
  if (!(error instanceof ApiError)) throw error;
  console.error(`${error.status}: ${error.message}`);
  process.exitCode = 1;
}
