import { startWorker } from "@/lib/jobs/worker";

/** A job worker to be killed: takes jobs of the database in DATABASE_URL until its parent ends it. */
await startWorker();
process.stdout.write("ready\n");
