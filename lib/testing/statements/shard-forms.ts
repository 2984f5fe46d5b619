import { distributionOf } from "@/lib/store/schema/distribution";

// Forms that Citus refuses even on one shard, each as it was seen on a real cluster.

type Node = Record<string, unknown>;
/** Functions whose value depends on the time of the call. */
const CLOCKS = ["now", "statement_timestamp", "clock_timestamp", "transaction_timestamp"];

/** Returns which forms of a statement Citus refuses. */
export function formFaults(statement: Node): string[] {
  const [kind = "", body] = Object.entries(statement)[0] as [string, Node];
  const found: string[] = [];
  for (const { node } of walk(statement)) {
    if (isEmptyExists(node)) found.push("exists (select from …) has no column");
    if (insertsInserted(node)) found.push("an INSERT of inserted rows, for which Citus asks every node");
  }
  const target = (body?.relation as { relname?: string } | undefined)?.relname;
  const place = target === undefined ? null : distributionOf(target);
  // A local table that refers to one on every node has the rules of Citus too.
  if (place !== null && kind === "InsertStmt") found.push(...conflictFaults(body));
  if (place !== null) found.push(...returningFaults(body));
  if (place !== "distributed") return found;
  if (kind === "InsertStmt") found.push(...insertFaults(body));
  if (kind === "UpdateStmt" || kind === "DeleteStmt") found.push(...changeFaults(body));
  return found;
}

function isEmptyExists(node: Node): boolean {
  const link = node.SubLink as { subLinkType: string; subselect: { SelectStmt?: Node } } | undefined;
  const select = link?.subLinkType === "EXISTS_SUBLINK" ? link.subselect.SelectStmt : undefined;
  return select !== undefined && select.targetList === undefined && select.op === "SETOP_NONE";
}

/** Returns whether one INSERT of a WITH reads the rows of another. */
function insertsInserted(node: Node): boolean {
  const inserts = nodesOf((node.withClause as Node | undefined)?.ctes).flatMap((cte) => {
    const { ctename, ctequery } = cte.CommonTableExpr as { ctename: string; ctequery: { InsertStmt?: Node } };
    return ctequery.InsertStmt ? [{ ctename, body: ctequery.InsertStmt }] : [];
  });
  const names = inserts.map(({ ctename }) => ctename);
  return inserts.some(({ body }) =>
    [...walk(body.selectStmt)].some((each) =>
      names.includes((each.node.RangeVar as { relname?: string } | undefined)?.relname ?? ""),
    ),
  );
}

function nodesOf(value: unknown): Node[] {
  return Array.isArray(value) ? (value as Node[]) : [];
}

/** Returns whether a project is compared with one parameter instead of a list. */
function comparesOneProject(node: Node): boolean {
  const { kind, lexpr, rexpr } = (node.A_Expr ?? {}) as { kind?: string; lexpr?: Node; rexpr?: Node };
  const column = nodesOf((lexpr?.ColumnRef as Node | undefined)?.fields).at(-1)?.String as
    | { sval?: string }
    | undefined;
  const value = (rexpr?.TypeCast as { arg?: Node } | undefined)?.arg ?? rexpr;
  return kind === "AEXPR_OP" && column?.sval === "project_id" && value?.ParamRef !== undefined;
}

/** Citus inserts the rows that it read in a second statement, without parameters. */
function conflictFaults(body: Node): string[] {
  const reads = [...walk(body.selectStmt)].some(({ node }) => node.RangeVar);
  const isBound = [...walk(body.onConflictClause)].some(({ node }) => node.ParamRef);
  return reads && isBound ? ["a parameter in DO UPDATE of rows that are read"] : [];
}

/** The text of a time depends on the session's time zone. */
function returningFaults(body: Node): string[] {
  const returned = [...walk(body.returningClause ?? body.returningList)];
  return returned.some(({ node }) => typeOf(node) === "text" || CLOCKS.includes(functionOf(node) ?? ""))
    ? ["a cast to text or the time in RETURNING"]
    : [];
}

function insertFaults(body: Node): string[] {
  const select = (body.selectStmt as { SelectStmt?: Node } | undefined)?.SelectStmt;
  const values = [...walk(select?.valuesLists)];
  const conflict = [...walk((body.onConflictClause as Node | undefined)?.targetList)];
  const isConstant = select !== undefined && !select.valuesLists && !select.fromClause && !select.larg;
  return [
    ...(isConstant && [...walk(select)].some(({ node }) => node.ParamRef)
      ? ["parameters selected without a table"]
      : []),
    // The node would send the change to the cluster once more, and wait for the locks of its own transaction.
    ...(!isConstant && !select?.valuesLists && [...walk(body.withClause)].some(({ node }) => isChange(node))
      ? ["a change in WITH before an INSERT of rows that are read"]
      : []),
    ...(values.some(({ node }) => node.SubLink) ? ["a subquery in VALUES"] : []),
    ...(!body.onConflictClause && [...walk(select?.whereClause)].some(({ node }) => comparesOneProject(node))
      ? ["an INSERT from rows of one project instead of a list, for which Citus asks every node"]
      : []),
    ...conflict.flatMap(({ node }) => {
      const name = functionOf(node);
      return name && (CLOCKS.includes(name) || name === "extract") ? [`${name}() in DO UPDATE`] : [];
    }),
  ];
}

function isChange(node: Node): boolean {
  return node.InsertStmt !== undefined || node.UpdateStmt !== undefined || node.DeleteStmt !== undefined;
}

function changeFaults(body: Node): string[] {
  const found: string[] = [];
  for (const { node, path } of walk(body)) {
    const name = functionOf(node);
    if (name && CLOCKS.includes(name) && path.some((each) => each === "CaseExpr" || each === "CoalesceExpr"))
      found.push(`${name}() in CASE or COALESCE`);
    if (addsInterval(node) && [...walk(node)].some((each) => each.node.ColumnRef))
      found.push("an interval is added to a time, with columns");
  }
  for (const { node, path } of walk(body.targetList))
    if ((node.A_Indices as { is_slice?: boolean } | undefined)?.is_slice && !path.includes("CoalesceExpr"))
      found.push("a slice of an array in SET, which isn't in COALESCE");
  return found;
}

/** Adding an interval to a time depends on the session's time zone. */
function addsInterval(node: Node): boolean {
  const sum = node.A_Expr as { kind: string; name: Node[]; lexpr?: Node; rexpr?: Node } | undefined;
  const operator = (sum?.name?.[0]?.String as { sval?: string } | undefined)?.sval;
  if (sum?.kind !== "AEXPR_OP" || (operator !== "+" && operator !== "-")) return false;
  return [sum.lexpr, sum.rexpr].some(
    (side) => side && (functionOf(side) === "make_interval" || typeOf(side) === "interval"),
  );
}

function typeOf(node: Node): string | undefined {
  const names = (node.TypeCast as { typeName?: { names?: Node[] } } | undefined)?.typeName?.names;
  return (names?.at(-1)?.String as { sval?: string } | undefined)?.sval;
}

function functionOf(node: Node): string | undefined {
  const name = ((node.FuncCall as Node | undefined)?.funcname as Node[] | undefined)?.at(-1);
  return (name?.String as { sval?: string } | undefined)?.sval;
}

/** Returns every node of a tree with the names of those above it. */
function* walk(
  value: unknown,
  path: readonly string[] = [],
): Generator<{ node: Node; path: readonly string[] }> {
  if (Array.isArray(value)) for (const one of value) yield* walk(one, path);
  else if (value !== null && typeof value === "object") {
    yield { node: value as Node, path };
    for (const [name, one] of Object.entries(value)) yield* walk(one, [...path, name]);
  }
}
