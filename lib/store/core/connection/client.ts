import pg from "pg";
import { directUrl } from "@/lib/store/core/addresses";
import { KEEP_ALIVE } from "./attentive-client";
import { FOR_LONG_SESSION } from "./settings";

/** Runs `work` with a connection outside the pool and its time limits, for long commands and backups. */
export async function withClient<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({
    connectionString: directUrl(),
    application_name: "vedette-cli",
    ...KEEP_ALIVE,
  });
  await client.connect();
  try {
    await client.query(FOR_LONG_SESSION);
    return await work(client);
  } finally {
    await client.end();
  }
}
