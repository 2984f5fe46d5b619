import { compare } from "./c2-compare";

// C4's ICMP part in a network namespace of its own: target, blackbox_exporter and the measured process are all started in here.
// Argument: turns. Prints what each spent.

const spent = await compare("icmp", { turns: Number(process.argv[2]), checks: 2000, pem: null });
process.stdout.write(JSON.stringify(spent), () => process.exit(0));
