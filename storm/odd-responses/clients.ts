import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { get } from "node:http";
import { type Browser, chromium, type Page } from "@playwright/test";
import { startBlackbox } from "@/bench/checker/blackbox";
import { KEYWORD, type OddResponse } from "@/lib/testing/odd-responses/odd-response";
import { ODD_RESPONSES } from "@/lib/testing/odd-responses/registry";
import { BLANK_PATH } from "@/lib/testing/odd-responses/server";
import type { Undo } from "../undo";

const LIMIT_SECONDS = 2;
const CHROMIUM = "/usr/bin/chromium";

const http = (rest: string) =>
  `{ prober: http, timeout: ${LIMIT_SECONDS}s, http: { preferred_ip_protocol: ip4, tls_config: { insecure_skip_verify: true }${rest} } }`;
const KEYWORDS = [
  ...new Set(Object.values(ODD_RESPONSES).flatMap((odds) => odds.map(({ keyword }) => keyword))),
];
const MODULES = `  get: ${http("")}
  head: ${http(", method: HEAD")}
  post: ${http(", method: POST")}
${KEYWORDS.map((keyword, at) => `  keyword${at}: ${http(`, fail_if_body_not_matches_regexp: ["${keyword}"]`)}`).join("\n")}
`;

/** Returns whether a client reads an odd response: the headers, and the body to its end if it has one. */
export type Client = (odd: OddResponse, origin: string) => Promise<boolean>;

/** Returns the clients that are installed here, by name. */
export async function installedClients(undo: Undo): Promise<Map<string, Client>> {
  const clients = new Map<string, Client>();
  if (existsSync("/usr/bin/curl")) clients.set("curl", byCurl);
  if (existsSync(CHROMIUM)) {
    const browser = await chromium.launch({
      executablePath: CHROMIUM,
      args: ["--ignore-certificate-errors"],
    });
    undo.push(() => browser.close());
    clients.set("Chromium", byBrowser(browser));
  }
  const blackbox = await startBlackbox(MODULES);
  if (!blackbox) return clients;
  undo.push(() => blackbox.stop());
  return clients.set("blackbox_exporter", byBlackbox(blackbox.port));
}

/** A stream without end counts as read once the keyword has arrived. */
const byCurl: Client = ({ method, hasBody, keyword, ending }, origin) => {
  const how = method === "HEAD" ? ["-I"] : method === "POST" ? ["-d", "{}"] : [];
  const common = ["-sSk", "-L", "--compressed", "-b", "", "--max-time", String(LIMIT_SECONDS)];
  return new Promise((resolve) => {
    execFile("curl", [...common, ...how, `${origin}/`], (error, text) => {
      const isEndless = error?.code === 28 && ending !== "closes" && text.includes(keyword);
      resolve((error === null || isEndless) && (!hasBody || text.includes(keyword)));
    });
  });
};

function byBrowser(browser: Browser): Client {
  return async ({ method, hasBody, keyword, over }, origin) => {
    const page = await browser.newPage();
    try {
      // Scripts read UTF-8, whatever a response declares. Over HTTP/2, each request gets the same response.
      if (keyword !== KEYWORD || (over === "h2" && method === "GET" && hasBody))
        return await showsIn(page, origin, keyword);
      await page.goto(`${origin}${BLANK_PATH}`);
      const asked = { method, keyword: hasBody ? KEYWORD : null, limitMs: LIMIT_SECONDS * 1000 };
      return await page.evaluate(async ({ method, keyword, limitMs }) => {
        const limit = new AbortController();
        const timer = setTimeout(() => limit.abort(), limitMs);
        let text = "";
        try {
          const body = method === "POST" ? "{}" : undefined;
          const answer = await fetch("/", { method, body, signal: limit.signal });
          const reader = answer.body?.getReader();
          const decoder = new TextDecoder();
          for (;;) {
            const part = await reader?.read();
            if (!part || part.done) break;
            text += decoder.decode(part.value, { stream: true });
          }
        } catch {
          if (!limit.signal.aborted) return false;
          return keyword !== null && text.includes(keyword);
        } finally {
          clearTimeout(timer);
        }
        return keyword === null || text.includes(keyword);
      }, asked);
    } finally {
      await page.close();
    }
  };
}

async function showsIn(page: Page, origin: string, keyword: string): Promise<boolean> {
  const timeout = LIMIT_SECONDS * 1000;
  // A body that stays open is shown as it arrives.
  const isShown = await page.goto(`${origin}/`, { timeout }).then(
    () => true,
    ({ name }) => name === "TimeoutError",
  );
  if (!isShown) return false;
  const shows = (wanted: string) => document.documentElement.textContent?.includes(wanted) === true;
  return page.waitForFunction(shows, keyword, { timeout }).then(
    () => true,
    () => false,
  );
}

function byBlackbox(port: number): Client {
  return ({ method, hasBody, keyword }, origin) => {
    const module = hasBody && method === "GET" ? `keyword${KEYWORDS.indexOf(keyword)}` : method.toLowerCase();
    const path = `/probe?module=${module}&target=${encodeURIComponent(`${origin}/`)}`;
    return new Promise((resolve, reject) => {
      get({ host: "127.0.0.1", port, path, agent: false }, (answer) => {
        let text = "";
        answer.setEncoding("utf8").on("data", (part: string) => {
          text += part;
        });
        answer.once("end", () => resolve(text.includes("\nprobe_success 1")));
      }).once("error", reject);
    });
  };
}
