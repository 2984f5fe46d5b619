import pg from "pg";
import { directUrl } from "./addresses";

/** One connection outside the pool, without its time limits, for long work of the command line. */
export async function withClient<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: directUrl(), application_name: "vedette-cli" });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
