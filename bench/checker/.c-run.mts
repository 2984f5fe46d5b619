import { benches } from "/work/main/bench/checker/benches";
const only = process.argv[2];
for (const b of benches) { if (only && b.id !== only) continue; for (const m of await b.run({quick:true})) console.log(b.id, b.goal, m); }
process.exit(0);
