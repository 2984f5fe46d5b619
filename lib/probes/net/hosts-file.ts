import { readFileSync } from "node:fs";
import { plainAddress } from "@/lib/shared/address-ranges";
import { errorCode } from "@/lib/shared/error-code";
import { isResourceExhausted } from "./resource-exhausted";

const REFRESH_MS = 30_000;

/** Reads `/etc/hosts` at most every 30 s and maps names to addresses, in file order. */
export class HostsFile {
  private names = new Map<string, string[]>();
  private readAtMs = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly path = "/etc/hosts",
    private readonly read: (path: string) => string = (file) => readFileSync(file, "utf8"),
  ) {}

  addressesOf(name: string, monotonicMs: number): string[] {
    if (monotonicMs - this.readAtMs > REFRESH_MS) {
      const text = this.text();
      // The file can't be read right now, for example without a free descriptor. Keep the names from the last read.
      if (text !== null) {
        this.readAtMs = monotonicMs;
        this.names = namesOf(text);
      }
    }
    return this.names.get(name) ?? [];
  }

  /** Returns the file's text; empty when there is no file, null when it can't be read right now. */
  private text(): string | null {
    try {
      return this.read(this.path);
    } catch (error) {
      return isResourceExhausted(errorCode(error)) ? null : "";
    }
  }
}

function namesOf(text: string): Map<string, string[]> {
  const names = new Map<string, string[]>();
  for (const line of text.split("\n")) {
    const [address, ...hosts] = (line.split("#")[0] ?? "").trim().split(/\s+/);
    if (!address) continue;
    for (const host of hosts)
      names.set(host.toLowerCase(), [...(names.get(host.toLowerCase()) ?? []), plainAddress(address)]);
  }
  return names;
}
