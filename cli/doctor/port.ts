import { env } from "@/lib/shared/env";
import { whoListens } from "@/server/start/port";
import { bad, type Finding, good } from "./finding";

export async function portFinding(): Promise<Finding> {
  const { PORT, HOST } = env();
  const found = await whoListens(PORT, HOST);
  if (found === "nothing") return good("port", `${PORT} is free`);
  if (found === "vedette") return good("port", `the server is running on ${PORT}`);
  return bad("port", `${PORT} is in use by another program; set PORT to a free port`);
}
