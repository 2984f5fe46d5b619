import { homeDocument } from "@/lib/status-page/render/documents";
import { createSnapshot } from "@/lib/status-page/serve/snapshot";
import type { Bench, BenchOptions, Measure } from "./bench";
import { median } from "./checker/statistics";
import { changeToBytes } from "./pages-change";
import { PeerProcess, renderCosts } from "./pages-load";
import { bigPage } from "./pages-server";
import { ratioOf } from "./verdict";

const BROTLI = ["Accept-Encoding: gzip, deflate, br"];
const KB = 1024;

/** Returns the ratio of requests per CPU second of A to B, interleaved A B A B. */
async function ratio(
  a: { peer: PeerProcess; headers: readonly string[] },
  b: { peer: PeerProcess; headers: readonly string[] },
  goal: number,
  { quick }: BenchOptions,
): Promise<Omit<Measure, "unit">> {
  const count = quick ? 8_000 : 12_000;
  const rounds = quick ? 5 : 9;
  const ratios: number[] = [];
  const rates: number[] = [];
  for (let round = -1; round < rounds; round += 1) {
    const own = await a.peer.rate(count, a.headers);
    const other = await b.peer.rate(count, b.headers);
    if (round < 0) continue;
    ratios.push(own / other);
    rates.push(own);
  }
  const note = `${Math.round(median(rates))} per CPU second`;
  return { ...ratioOf(ratios, (found) => found >= goal), note };
}

async function p1(options: BenchOptions): Promise<Measure[]> {
  const [frontDoor, raw] = await Promise.all([PeerProcess.start("door"), PeerProcess.start("raw")]);
  try {
    const head = (await frontDoor.first(BROTLI)).split("\r\n\r\n")[0] ?? "";
    if (!head.startsWith("HTTP/1.1 200") || !/content-encoding: br/i.test(head))
      throw new Error(`unexpected response: ${head}`);
    const own = { peer: frontDoor, headers: BROTLI };
    const node = await ratio(own, { peer: raw, headers: BROTLI }, 0.95, options);
    return [{ ...node, unit: "× raw Node" }];
  } finally {
    frontDoor.stop();
    raw.stop();
  }
}

async function p2(options: BenchOptions): Promise<Measure[]> {
  const [frontDoor, hello] = await Promise.all([PeerProcess.start("door"), PeerProcess.start("hello")]);
  try {
    const etag = /etag: (\S+)/i.exec(await frontDoor.first(BROTLI))?.[1] ?? "";
    const headers = [...BROTLI, `If-None-Match: ${etag}`];
    const answer = await frontDoor.first(headers);
    if (!answer.startsWith("HTTP/1.1 304")) throw new Error(`unexpected response: ${answer.slice(0, 40)}`);
    const measure = await ratio({ peer: frontDoor, headers }, { peer: hello, headers }, 0.95, options);
    return [{ ...measure, unit: "× raw hello" }];
  } finally {
    frontDoor.stop();
    hello.stop();
  }
}

async function p3(): Promise<Measure[]> {
  const html = homeDocument(bigPage());
  const { identity, brotli } = createSnapshot({
    path: "",
    contentType: "text/html; charset=utf-8",
    text: html,
  });
  const elements = html.match(/<[a-z]/g)?.length ?? 0;
  const scripts = html.match(/<script|<link rel="(modulepreload|stylesheet)"/g)?.length ?? 0;
  const measure = (value: number, unit: string, ok: boolean): Measure => ({ value, unit, ok, noisy: false });
  return [
    measure(identity.length / KB, "KB raw", identity.length <= 60 * KB),
    measure(brotli.length / KB, "KB brotli", brotli.length <= 5 * KB),
    measure(elements, "elements", elements <= 1200),
    {
      ...measure(scripts, "scripts", scripts === 0),
      note: "no scripts, so no layout shift or blocking time",
    },
  ];
}

async function p4(options: BenchOptions): Promise<Measure[]> {
  const batches = await renderCosts(options.quick ? 9 : 25);
  const value = median(batches);
  const noisy = Math.max(...batches) > 2 * Math.min(...batches);
  const note = "model and rendering of 50 components × 90 days; median of batches of 20";
  return [{ value, unit: "ms CPU", ok: value <= 2, noisy, note }, ...(await changeToBytes(options))];
}

export const benches: Bench[] = [
  {
    id: "public-page",
    title: "public page vs raw Node",
    goal: "≥ 0.95",
    run: p1,
  },
  { id: "not-modified", title: "304 from the front door vs raw Node hello", goal: "≥ 0.95", run: p2 },
  {
    id: "page-bytes",
    title: "page of 50 components × 90 days + incidents",
    goal: "≤ 60 KB, 5 KB, 1,200, 0",
    run: p3,
  },
  {
    id: "page-render",
    title: "pre-render after a change · change to new bytes",
    goal: "≤ 2 ms CPU · ≤ 1 s",
    run: p4,
  },
];
