import { readFileSync } from "node:fs";
import { trimEndOf } from "@/lib/shared/trim-end";
import { isLack } from "./own-lack";

const REFRESH_MS = 30_000;
const SUFFIXES_MAX = 6;
const DOTS_MAX = 15;

interface Rules {
  readonly suffixes: readonly string[];
  /** A name with fewer dots may be one below a suffix. */
  readonly dots: number;
}

const NONE: Rules = { suffixes: [], dots: 1 };

/** What `/etc/resolv.conf` adds to short names (resolv.conf(5): search, domain, ndots), read anew at most every 30 s. */
export class SearchList {
  private rules = NONE;
  private readAtMs = Number.NEGATIVE_INFINITY;

  /** `path` null: nothing is added. */
  constructor(private readonly path: string | null = "/etc/resolv.conf") {}

  /**
   * Lists the names to ask for, one after another until one is there, so that `http://nas/` is found where every other program finds
   * `nas.lan`. One with a dot is itself first.
   */
  namesOf(name: string, monotonicMs: number): string[] {
    this.refresh(monotonicMs);
    const { suffixes, dots } = this.rules;
    const has = name.split(".").length - 1;
    if (has >= dots) return [name];
    const longer = suffixes.map((suffix) => `${name}.${suffix}`);
    return has === 0 ? [...longer, name] : [name, ...longer];
  }

  private refresh(monotonicMs: number): void {
    if (this.path === null || monotonicMs - this.readAtMs <= REFRESH_MS) return;
    try {
      this.rules = rulesIn(readFileSync(this.path, "utf8"));
    } catch (error) {
      // Nothing to read it with says nothing of what stands in it.
      if (isLack((error as NodeJS.ErrnoException).code)) return;
      this.rules = NONE;
    }
    this.readAtMs = monotonicMs;
  }
}

function rulesIn(text: string): Rules {
  let { suffixes, dots } = NONE;
  for (const line of text.split("\n")) {
    const [word, ...rest] = line.trim().split(/\s+/);
    // The last one counts.
    if (word === "search") suffixes = rest;
    else if (word === "domain") suffixes = rest.slice(0, 1);
    else if (word === "options")
      dots = Number(
        /^ndots:(\d{1,2})$/.exec(rest.findLast((option) => option.startsWith("ndots:")) ?? "")?.[1] ?? dots,
      );
  }
  return {
    suffixes: suffixes
      .map((suffix) => trimEndOf(suffix.toLowerCase().replace(/^\.+/, ""), /\./))
      .filter((suffix) => suffix !== "")
      .slice(0, SUFFIXES_MAX),
    dots: Math.min(DOTS_MAX, dots),
  };
}
