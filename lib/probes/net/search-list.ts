import { readFileSync } from "node:fs";
import { hostname as osHostname } from "node:os";
import { errorCode } from "@/lib/shared/error-code";
import { trimEndOf } from "@/lib/shared/trim-end";
import { isResourceExhausted } from "./resource-exhausted";

const REFRESH_MS = 30_000;
const SUFFIXES_MAX = 64;
const DOTS_MAX = 15;

interface Rules {
  readonly suffixes: readonly string[];
  /** A name with fewer dots is tried with the suffixes first. */
  readonly dots: number;
}

const NONE: Rules = { suffixes: [], dots: 1 };

/** The suffixes that `/etc/resolv.conf` adds to short names (resolv.conf(5): search, domain, ndots), read at most every 30 s. */
export class SearchList {
  private rules = NONE;
  private readAtMs = Number.NEGATIVE_INFINITY;

  /** With `path` null, nothing is added. `hostname` provides the suffix if the file has none. */
  constructor(
    private readonly path: string | null = "/etc/resolv.conf",
    private readonly hostname: string = osHostname(),
  ) {}

  /**
   * Lists the names to ask for, in order until one exists, as glibc does, so that `http://nas/` finds `nas.lan` as in
   * every other program. A name with enough dots is tried unchanged first, any other last.
   */
  namesOf(name: string, monotonicMs: number): string[] {
    this.refresh(monotonicMs);
    const { suffixes, dots } = this.rules;
    const has = name.split(".").length - 1;
    const longer = suffixes.map((suffix) => `${name}.${suffix}`);
    return has >= dots ? [name, ...longer] : [...longer, name];
  }

  private refresh(monotonicMs: number): void {
    if (this.path === null || monotonicMs - this.readAtMs <= REFRESH_MS) return;
    try {
      this.rules = rulesIn(readFileSync(this.path, "utf8"), this.hostname);
    } catch (error) {
      // A file that can't be opened for lack of descriptors says nothing about its contents.
      if (isResourceExhausted(errorCode(error))) return;
      this.rules = rulesIn("", this.hostname);
    }
    this.readAtMs = monotonicMs;
  }
}

function rulesIn(text: string, hostname: string): Rules {
  let suffixes: readonly string[] = hostname.includes(".") ? [hostname.slice(hostname.indexOf(".") + 1)] : [];
  let { dots } = NONE;
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
