import { startWorker } from "@/lib/jobs/worker";

/** Runs a job worker on the database in DATABASE_URL until the parent process kills it. */
await startWorker();
process.stdout.write("ready\n");
