import { once } from "@/lib/shared/once";
import { directUrl } from "@/lib/store/core/addresses";
import { askAlone } from "@/lib/store/core/connection/connection-check";

/** Longer than a busy node takes to accept a connection. */
const ANSWER_MS = 3000;
/** The coordinator answers later than the node, whose time it limits. */
const SPARE_MS = 1000;

interface Node {
  readonly group: number;
  readonly host: string;
  readonly port: number;
}

const NODES = `select groupid as "group", nodename as host, nodeport as port from pg_dist_node
  where isactive and noderole = 'primary' order by nodeid`;

/** Returns the addresses of the nodes that refuse connections of the coordinator or don't answer, by their group. */
export async function unreachableNodes(): Promise<Map<number, string>> {
  const nodes = await askAlone<Node>(directUrl(), ANSWER_MS, [NODES]);
  const answers = await Promise.all(nodes.map(doesAnswer));
  return new Map(
    nodes.flatMap(({ group, host, port }, index) => (answers[index] ? [] : [[group, `${host}:${port}`]])),
  );
}

/** Asks over a new connection, because one that Citus has kept waits for a node that hangs without a time limit. */
async function doesAnswer({ host, port }: Node): Promise<boolean> {
  const [row] = await askAlone<{ answers: boolean | null }>(directUrl(), ANSWER_MS + SPARE_MS, [
    `set citus.node_connection_timeout = ${ANSWER_MS}`,
    { text: "select citus_check_connection_to_node($1, $2) as answers", values: [host, port] },
  ]).catch((error: Error) => {
    if (/read timeout/i.test(error.message)) return [{ answers: false }];
    throw error;
  });
  return row?.answers === true;
}

/** The nodes that are known not to answer, with their addresses, by their group. */
export function awayNodes(): ReadonlyMap<number, string> {
  return state().nodes;
}

export function setAwayNodes(nodes: ReadonlyMap<number, string>): void {
  state().nodes = nodes;
}

function state(): { nodes: ReadonlyMap<number, string> } {
  return once("store.away-nodes", () => ({ nodes: new Map() }));
}

/** Throws as if the node had refused a connection, without asking it, so that no connection waits for it. */
export function requireAnswer(group: number | undefined): void {
  const address = group === undefined ? undefined : awayNodes().get(group);
  if (address !== undefined) throw away(address);
}

/** Throws if any node is known not to answer, for statements that need them all. */
export function requireAllNodes(): void {
  for (const address of awayNodes().values()) throw away(address);
}

const CONNECTION_FAILURE = "08006";

function away(address: string): Error {
  return Object.assign(new Error(`The node ${address} of the cluster doesn't answer.`), {
    code: CONNECTION_FAILURE,
  });
}
