import { buildModel } from "@/lib/status-page/model/build-model";
import { homeRepresentation } from "@/lib/status-page/serve/representations";
import { createSnapshot } from "@/lib/status-page/serve/snapshot";
import { pageInput } from "@/lib/testing/pages/page-fixture";

const PER_BATCH = 20;
const WARM = 100;

/** Returns the CPU milliseconds of model and rendering per batch; the first visitor's request compresses. Sends them to the parent, then exits. */
function costs(batches: number): number[] {
  const input = pageInput({ monitors: 50, past: 30, open: true, grouped: false });
  const once = () => createSnapshot(homeRepresentation(buildModel(input)));
  for (let warm = 0; warm < WARM; warm += 1) once();
  return Array.from({ length: batches }, () => {
    const before = process.cpuUsage();
    for (let n = 0; n < PER_BATCH; n += 1) once();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000 / PER_BATCH;
  });
}

process.send?.(costs(Number(process.argv[2])), () => process.exit(0));
