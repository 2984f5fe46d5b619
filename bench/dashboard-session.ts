import { type Browser, chromium, type Page } from "@playwright/test";
import { SERVER_NODE_OPTIONS } from "@/lib/shared/server-options";
import { type Stack, startStack } from "../e2e/support/stack";

interface SignedIn {
  readonly page: Page;
  /** Creates `count` monitors, named `monitor 0000` and up. */
  seed(count: number): Promise<void>;
  /** Publishes a status page with the given monitors, and returns its path. */
  publish(monitorIds: readonly number[]): Promise<string>;
}

const IMPORTED_AT_ONCE = 1000;

/** Opens a browser page signed in as the owner. Monitors are imported, because creating each takes four times as long. */
async function signedInPage(
  browser: Browser,
  url: string,
  owner: { OWNER_EMAIL: string; OWNER_PASSWORD: string },
): Promise<SignedIn> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const headers = { Origin: url };
  const credentials = { email: owner.OWNER_EMAIL, password: owner.OWNER_PASSWORD };
  const answer = await context.request.post(`${url}/api/session`, { data: credentials, headers });
  if (!answer.ok()) throw new Error(`sign-in returned ${answer.status()}: ${await answer.text()}`);
  const post = async (path: string, data: object) => {
    const made = await context.request.post(`${url}/api/uptime${path}`, { data, headers, timeout: 0 });
    if (!made.ok()) throw new Error(`POST ${path} returned ${made.status()}: ${await made.text()}`);
  };
  const seed = async (count: number) => {
    for (let first = 0; first < count; first += IMPORTED_AT_ONCE) {
      const endpoints = Array.from({ length: Math.min(IMPORTED_AT_ONCE, count - first) }, (_, index) => ({
        name: `monitor ${String(first + index).padStart(4, "0")}`,
        url: `http://127.0.0.1:9/${first + index}`,
      }));
      await post("/imports", { source: "gatus", file: JSON.stringify({ endpoints }) });
    }
  };
  const publish = async (monitorIds: readonly number[]) => {
    const components = monitorIds.map((id) => ({
      componentable_type: "uptime/monitor",
      componentable_id: id,
      display_name: null,
    }));
    await post("/status-pages", {
      name: "Acme",
      subdomain: "acme",
      title: "Acme status",
      description: "What works at Acme.",
      website_url: "https://acme.example",
      search_engine_indexed: false,
      components,
    });
    return "/status/acme";
  };
  return { page: await context.newPage(), seed, publish };
}

/** Starts the built product and a browser, runs `work` with a signed-in page, and stops both. */
export async function withDashboard<T>(work: (signedIn: SignedIn, stack: Stack) => Promise<T>): Promise<T> {
  const variables = {
    OWNER_EMAIL: "bench@example.com",
    OWNER_PASSWORD: "a long bench password",
    RUNNER: "off",
  };
  const stack = await startStack({ variables, nodeOptions: SERVER_NODE_OPTIONS });
  const root = process.getuid?.() === 0;
  const executablePath = process.env.CHROMIUM_PATH ?? "/usr/bin/chromium";
  const browser = await chromium.launch({
    executablePath,
    args: root ? ["--no-sandbox", "--disable-gpu"] : ["--disable-gpu"],
  });
  try {
    return await work(await signedInPage(browser, stack.url, variables), stack);
  } finally {
    await browser.close();
    await stack.stop();
  }
}
