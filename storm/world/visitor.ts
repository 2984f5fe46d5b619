import { setTimeout as wait } from "node:timers/promises";
import { machineMs } from "@/lib/shared/clock";
import { Loop } from "./loop";

const PAUSE_MS = 1000;
const TIMEOUT_MS = 15_000;

/** A request for a page at one server. Epoch milliseconds. */
export interface Visit {
  readonly server: number;
  readonly page: "public" | "private";
  readonly fromMs: number;
  readonly toMs: number;
  readonly status: number | null;
  readonly hasSecret: boolean;
  /** What its headline says; null if it says neither. */
  readonly says: "up" | "down" | null;
  /** The targets that it lists as operational, and those in trouble. */
  readonly up: readonly number[];
  readonly down: readonly number[];
}

/** Reads the public and the private page of one server, without access to the private one. */
export class Visitor extends Loop {
  readonly visits: Visit[] = [];
  constructor(
    private readonly server: number,
    private readonly origin: string,
    private readonly pages: Readonly<Record<Visit["page"], readonly string[]>>,
    private readonly secret: string,
  ) {
    super();
  }

  protected async round(): Promise<void> {
    for (const page of ["public", "private"] as const)
      for (const path of this.pages[page]) this.visits.push(await this.visit(page, path));
    await wait(PAUSE_MS);
  }

  private async visit(page: Visit["page"], path: string): Promise<Visit> {
    const fromMs = machineMs();
    // A frozen server may answer with half a page.
    const { status, text } = await fetch(`${this.origin}${path}`, {
      redirect: "manual",
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
      .then(async (answer) => ({ status: answer.status, text: await answer.text() }))
      .catch(() => ({ status: null, text: "" }));
    const hasSecret = text.includes(this.secret);
    const visit = { server: this.server, page, fromMs, toMs: machineMs(), status, hasSecret };
    return { ...visit, says: saysOf(text), ...componentsIn(page === "public" ? text : "") };
  }
}

const COMPONENT =
  />Target (\d{1,4})<\/a><span class="f">[^<]*<\/span><span class="st [^"]*">([^<]*)<\/span>/g;

/** Reads the list of components. One without data is in neither list. */
function componentsIn(html: string): Pick<Visit, "up" | "down"> {
  const found = [...html.matchAll(COMPONENT)].map(([, target, state = ""]) => ({
    target: Number(target),
    state,
  }));
  return {
    up: found.filter(({ state }) => state === "Operational").map(({ target }) => target),
    down: found.filter(({ state }) => /outage$|^Degraded/.test(state)).map(({ target }) => target),
  };
}

function saysOf(text: string): Visit["says"] {
  const headline = /<h1[^>]*>([^<]+)<\/h1>/.exec(text)?.[1] ?? "";
  if (headline === "All systems operational") return "up";
  return headline.endsWith("outage") ? "down" : null;
}
