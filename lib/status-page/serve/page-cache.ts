import { isDomainLive } from "@/lib/domain/status-pages/domain-life";
import { monotonicMs, now } from "@/lib/shared/clock";
import { log } from "@/lib/shared/log";
import { watchedLoop } from "@/lib/shared/loops";
import { once } from "@/lib/shared/once";
import { listen } from "@/lib/store/core/hints";
import {
  type PageFreshness,
  type PageWithSnapshot,
  selectPageNames,
  selectPagesAsOf,
  selectPageWithSnapshot,
} from "@/lib/store/status-pages/snapshots";
import { briefRead } from "./brief-read";
import { pageCopies } from "./page-copies";
import { confirmed, type PageEntry, pageEntry } from "./page-entry";
import { fillFiles } from "./page-files";
import { renderProjectPages } from "./render-project";

const SWEEP_MS = 15_000;
const COPIES_SWEEP_MS = 3_600_000;
const MISS_MS = 2_000;
const MAX_MISSES = 1_000;
const PRELOAD_PAGES = 5_000;
/** Images beyond this are read when they are asked for. */
const PRELOAD_FILE_BYTES = 64 * 1024 * 1024;

type By = "subdomain" | "domain";

/** Returns the pages in the memory of this process, kept fresh by hints and by a sweep in case one was lost. */
export function pageCache(): PageCache {
  return once("pages.cache", () => new PageCache());
}

export class PageCache {
  private readonly byId = new Map<number, PageEntry>();
  private readonly names = new Map<string, number>();
  private readonly misses = new Map<string, number>();
  private readonly loading = new Map<string, Promise<PageEntry | null>>();
  private readonly reading = new Map<number, Promise<void>>();
  private readonly watchers = new Set<() => void>();
  /** Bytes of preloaded images by page. */
  private readonly fileBytes = new Map<number, number>();
  private sweptAt = new Date(0);
  private following: Promise<() => void> | undefined;
  private copiesSweptMs = Number.NEGATIVE_INFINITY;

  /** `readForVisitor` limits how long a visitor waits for the database. */
  constructor(private readonly readForVisitor: typeof briefRead = briefRead) {}

  /** Finds a page by name, from memory if it's known, even while the database is unreachable. */
  async find(by: By, name: string): Promise<PageEntry | null> {
    const key = `${by}:${name}`;
    const id = this.names.get(key);
    const known = id === undefined ? undefined : this.byId.get(id);
    if (known) return known;
    const missed = this.misses.get(key);
    if (missed !== undefined && now().getTime() - missed < MISS_MS) return null;
    let pending = this.loading.get(key);
    if (!pending) {
      pending = this.readForVisitor(() => this.load(by, name)).finally(() => this.loading.delete(key));
      this.loading.set(key, pending);
    }
    return pending;
  }

  /** Reads a page that this process knows again. Once it returns, the page's stored access rules apply here. */
  async renew(id: number): Promise<void> {
    if (this.byId.has(id) || this.reading.has(id)) await this.refresh(id);
  }

  /** Calls back whenever any page changes. */
  onChange(watcher: () => void): void {
    this.watchers.add(watcher);
  }

  /** Loads all pages and follows changes until the returned function is called. Does nothing more while it already does. */
  start(): Promise<() => void> {
    this.following ??= this.followChanges();
    return this.following;
  }

  private async followChanges(): Promise<() => void> {
    const stop = listen("pages", (payload) => {
      const id = payload.status_page_id;
      void (typeof id === "number" ? this.refresh(id) : this.sweep());
    });
    const loop = watchedLoop("status page refresh");
    const timer = setInterval(() => void this.sweep().finally(loop.round), SWEEP_MS).unref();
    await this.sweep();
    return () => {
      this.following = undefined;
      stop();
      loop.end();
      clearInterval(timer);
    };
  }

  /** Finds changes whose hints were lost, deleted pages, and pages whose content hasn't changed. */
  private async sweep(): Promise<void> {
    const since = this.sweptAt;
    const began = now();
    try {
      for (const page of (await selectPagesAsOf(since)).slice(0, PRELOAD_PAGES)) await this.follow(page);
      // Sweeps overlap by a minute because the clocks of several servers differ.
      this.sweptAt = new Date(began.getTime() - 60_000);
      await this.dropMissing();
      await this.sweepCopies();
    } catch (error) {
      log.debug("could not refresh status pages", { error: (error as Error).message });
    }
    for (const watcher of this.watchers) watcher();
  }

  /** Reads a page again if it was rendered or its settings changed since. */
  private async follow(page: PageFreshness): Promise<void> {
    const known = this.byId.get(page.id);
    if (known?.row.version !== page.version || known.renderedAt.getTime() !== page.rendered_at.getTime())
      await this.refresh(page.id);
    else if (known.confirmedAt.getTime() !== page.as_of.getTime()) this.keep(confirmed(known, page));
  }

  private async dropMissing(): Promise<void> {
    const known = [...this.byId.keys()];
    const existing = new Set((await selectPageNames()).map(({ id }) => id));
    for (const id of known) if (!existing.has(id)) this.drop(id);
  }

  /** Runs at the start and hourly. Needs the database to know which copies are stale. */
  private async sweepCopies(): Promise<void> {
    if (monotonicMs() - this.copiesSweptMs < COPIES_SWEEP_MS) return;
    try {
      await pageCopies().sweep(async () => {
        const pages = await selectPageNames();
        return new Set(pages.flatMap(({ subdomain, is_public }) => (is_public ? [subdomain] : [])));
      });
      this.copiesSweptMs = monotonicMs();
    } catch (error) {
      log.warn("could not remove stale status page copies, retrying in 15 s", {
        folder: "DATA_DIR/pages",
        error: (error as Error).message,
      });
    }
  }

  private async load(by: By, name: string): Promise<PageEntry | null> {
    const row = await selectPageWithSnapshot(by, name);
    if (row && (by === "subdomain" || isDomainLive(row))) {
      // Requested before its first render job ran.
      if (!row.home) await renderProjectPages(row.project_id, row.id);
      await this.inTurn(row.id);
      const entry = this.byId.get(row.id);
      if (entry) return entry;
    }
    if (this.misses.size >= MAX_MISSES) this.misses.clear();
    this.misses.set(`${by}:${name}`, now().getTime());
    return null;
  }

  private async refresh(id: number): Promise<void> {
    await this.inTurn(id).catch((error: Error) =>
      log.debug("could not refresh status page", { status_page_id: id, error: error.message }),
    );
  }

  /** Reads of a page run one at a time, so that an earlier read can't restore old access rules. */
  private inTurn(id: number): Promise<void> {
    const read = () => this.read(id);
    const mine = (this.reading.get(id) ?? Promise.resolve()).then(read, read);
    this.reading.set(id, mine);
    return mine.finally(() => {
      if (this.reading.get(id) === mine) this.reading.delete(id);
    });
  }

  private async read(id: number): Promise<void> {
    const row = await selectPageWithSnapshot("id", id);
    if (!row?.home) this.drop(id);
    else this.keep(await this.entryOf(row));
  }

  private async entryOf(row: PageWithSnapshot): Promise<PageEntry> {
    const others = sum(this.fileBytes.values()) - (this.fileBytes.get(row.id) ?? 0);
    const entry = pageEntry(row);
    await fillFiles(entry, this.byId.get(row.id), PRELOAD_FILE_BYTES - others);
    return entry;
  }

  private keep(entry: PageEntry): void {
    const known = this.byId.get(entry.row.id);
    if (known) this.forgetNames(known);
    this.fileBytes.set(entry.row.id, sum([...entry.files.values()].map(({ identity }) => identity.length)));
    this.byId.set(entry.row.id, entry);
    this.name(`subdomain:${entry.row.subdomain}`, entry.row.id);
    if (entry.row.domain && isDomainLive(entry.row)) this.name(`domain:${entry.row.domain}`, entry.row.id);
    for (const watcher of this.watchers) watcher();
    void pageCopies().keep(entry);
  }

  private drop(id: number): void {
    const entry = this.byId.get(id);
    if (!entry) return;
    this.forgetNames(entry);
    this.fileBytes.delete(id);
    this.byId.delete(id);
    for (const watcher of this.watchers) watcher();
    void pageCopies().remove(entry);
  }

  private name(key: string, id: number): void {
    this.names.set(key, id);
    this.misses.delete(key);
  }

  /** Forgets a page's names, unless another page has taken them since. */
  private forgetNames({ row: { id, subdomain, domain } }: PageEntry): void {
    for (const key of [`subdomain:${subdomain}`, `domain:${domain}`])
      if (this.names.get(key) === id) this.names.delete(key);
  }
}

function sum(numbers: Iterable<number>): number {
  let total = 0;
  for (const number of numbers) total += number;
  return total;
}
