import type { Browser, Page } from "@playwright/test";

export interface SignedIn {
  readonly page: Page;
  /** Creates `count` monitors, named `monitor 0000` and up. */
  seed(count: number): Promise<void>;
}

const AT_ONCE = 8;

/** Opens a browser page signed in as the owner. Monitors are created through the API, as by the dashboard. */
export async function signedInPage(
  browser: Browser,
  url: string,
  owner: { OWNER_EMAIL: string; OWNER_PASSWORD: string },
): Promise<SignedIn> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const headers = { Origin: url };
  const credentials = { email: owner.OWNER_EMAIL, password: owner.OWNER_PASSWORD };
  const answer = await context.request.post(`${url}/api/session`, { data: credentials, headers });
  if (!answer.ok()) throw new Error(`sign-in returned ${answer.status()}: ${await answer.text()}`);
  const create = async (index: number) => {
    const data = {
      name: `monitor ${String(index).padStart(4, "0")}`,
      protocol: "http",
      request: { method: "GET", url: `http://127.0.0.1:9/${index}` },
      regions: ["eu-deu-fra"],
    };
    const made = await context.request.post(`${url}/api/uptime/monitors`, { data, headers });
    if (!made.ok()) throw new Error(`creating a monitor returned ${made.status()}: ${await made.text()}`);
  };
  const seed = async (count: number) => {
    let next = 0;
    const worker = async () => {
      for (let index = next++; index < count; index = next++) await create(index);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
  };
  return { page: await context.newPage(), seed };
}
