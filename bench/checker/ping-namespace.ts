import { compare } from "./exporter-compare";

// The ICMP part of `tcp-icmp-exporter` in its own network namespace: target, blackbox_exporter, and the measured process all start in here.
// Argument: turns. Prints the CPU of each.

const turns = Number(process.argv[2]);
const spent = await compare("icmp", { turns, checks: 2000, pem: null });
process.stdout.write(JSON.stringify(spent), () => process.exit(0));
