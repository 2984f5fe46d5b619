import { compare } from "./c2-compare";

// C4's ICMP part in a network namespace of its own: target, blackbox_exporter and the measured process are all started in here.
// Arguments: turns, how many of our checks at once. Prints what each spent.

const [turns = 0, parallel] = process.argv.slice(2).map(Number);
const spent = await compare("icmp", { turns, checks: parallel ? 4000 : 2000, pem: null, parallel });
process.stdout.write(JSON.stringify(spent), () => process.exit(0));
