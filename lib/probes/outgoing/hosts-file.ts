import { readFileSync } from "node:fs";

const REFRESH_MS = 30_000;

/** `/etc/hosts`, read anew at most every 30 s: name → addresses, in the order of the file. */
export class HostsFile {
  private names = new Map<string, string[]>();
  private readAtMs = Number.NEGATIVE_INFINITY;

  constructor(private readonly path = "/etc/hosts") {}

  addressesOf(name: string, monotonicMs: number): string[] {
    if (monotonicMs - this.readAtMs > REFRESH_MS) {
      this.readAtMs = monotonicMs;
      this.names = this.parse();
    }
    return this.names.get(name) ?? [];
  }

  private parse(): Map<string, string[]> {
    const names = new Map<string, string[]>();
    for (const line of this.text().split("\n")) {
      const [address, ...hosts] = (line.split("#")[0] ?? "").trim().split(/\s+/);
      if (!address) continue;
      for (const host of hosts)
        names.set(host.toLowerCase(), [...(names.get(host.toLowerCase()) ?? []), address]);
    }
    return names;
  }

  /** A machine without the file has no names in it. */
  private text(): string {
    try {
      return readFileSync(this.path, "utf8");
    } catch {
      return "";
    }
  }
}
