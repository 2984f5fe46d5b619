import { parse } from "libpg-query";
import { distributionOf } from "@/lib/store/schema/distribution";
import { formFaults } from "./shard-forms";

// The rule by which a database that shards by project runs a statement on one shard (Citus, "router queries"): each distributed table
// is compared with one project, or joined on the project with a table that is. Statements are parsed by PostgreSQL's own grammar.

type Node = Record<string, unknown>;
const KEY = "project_id";
/** Functions that a change of distributed rows can't call. `statement_timestamp()` can, because one node evaluates it. */
const VOLATILE = ["clock_timestamp", "random"];
/** `=`, and `= any` with the projects of a statement. */
const COMPARISONS = ["AEXPR_OP", "AEXPR_OP_ANY"];
const QUERIES = ["SelectStmt", "InsertStmt", "UpdateStmt", "DeleteStmt"];

/** A table, subquery, or function in a FROM clause; or the bound project itself. */
interface Source {
  readonly label: string;
  readonly kind: "distributed" | "local" | "reference" | "derived" | "bound";
  parent: Source | null;
}

interface Scope {
  readonly names: Map<string, Source>;
  /** CTEs by name, with the source that their project comes from. */
  readonly queries: Map<string, Source>;
  readonly outer: Scope | null;
  /** Between a subquery in an expression and the query around it, whose projects it can't rely on: Citus refuses some of these. */
  readonly isBorder?: boolean;
}

/** Returns each statement that isn't for one shard, with the reason, except those that are meant to be for all. */
export async function faultsOf(texts: Iterable<string>, across: readonly RegExp[] = []): Promise<string[]> {
  const found: string[] = [];
  for (const text of new Set(texts))
    if (!across.some((one) => one.test(text)))
      for (const fault of await shardFaults(text)) found.push(`${fault}: ${text.trim().slice(0, 300)}`);
  return found;
}

/** Returns why the statement isn't for one shard; empty if it is. */
export async function shardFaults(text: string): Promise<string[]> {
  const { stmts = [] } = (await parse(text)) as { stmts?: { stmt: Node }[] };
  return stmts.flatMap(({ stmt }) => [...new Statement().faults(stmt), ...formFaults(stmt)]);
}

class Statement {
  readonly #bound: Source = { label: "the project", kind: "bound", parent: null };
  readonly #sources: Source[] = [];
  #changed: Source | null = null;
  readonly #volatile = new Set<string>();

  faults(statement: Node): string[] {
    if (!QUERIES.includes(Object.keys(statement)[0] ?? "")) return [];
    this.#query(statement, null);
    const distributed = this.#sources.filter(({ kind }) => kind === "distributed");
    const loose = distributed.filter((source) => root(source) !== root(this.#bound));
    const local = this.#sources.filter(({ kind }) => kind === "local");
    // Rows of local tables can be inserted into a distributed one.
    const beside = distributed.some((source) => !("InsertStmt" in statement) || source !== this.#changed);
    return [
      ...loose.map(({ label }) => `${label} isn't tied to a project`),
      ...(beside ? local.map(({ label }) => `${label} is local, beside distributed tables`) : []),
      ...(distributed.length > 0 && this.#changed?.kind === "reference"
        ? [`${this.#changed.label} is on every node and changed by distributed rows`]
        : []),
      ...(this.#changed?.kind === "distributed" || this.#changed?.kind === "reference"
        ? [...this.#volatile].map((name) => `${name}() may return another time on each node`)
        : []),
    ];
  }

  /** Reads a SELECT, INSERT, UPDATE, or DELETE. Returns the source of its output column `project_id`. */
  #query(statement: Node, outer: Scope | null): Source {
    const [kind = "", body] = Object.entries(statement)[0] as [string, Node];
    const scope: Scope = { names: new Map(), queries: new Map(), outer };
    for (const cte of nodes((body.withClause as Node | undefined)?.ctes)) {
      const { ctename, ctequery } = cte.CommonTableExpr as { ctename: string; ctequery: Node };
      const own = this.#derived(ctename);
      // A recursive query sees itself.
      scope.queries.set(ctename, own);
      join(own, this.#query(ctequery, scope));
    }
    if (body.larg && body.rarg) {
      const output = this.#query({ SelectStmt: body.larg }, scope);
      this.#query({ SelectStmt: body.rarg }, scope);
      return output;
    }
    const target = body.relation ? this.#table(body.relation as Node, scope) : null;
    if (target && kind !== "SelectStmt") this.#changed = target;
    for (const item of [...nodes(body.fromClause), ...nodes(body.usingClause)]) this.#from(item, scope);
    if (body.whereClause) this.#condition(body.whereClause as Node, scope);
    if (kind === "InsertStmt" && target) this.#inserted(body, target, scope);
    const {
      withClause: _,
      fromClause: __,
      usingClause: ___,
      whereClause: ____,
      relation: _____,
      ...rest
    } = body;
    const { selectStmt: ______, ...others } = rest;
    this.#subqueries(kind === "InsertStmt" ? others : rest, scope);
    const columns = nodes(
      body.returningList ??
        (body.returningClause as Node | undefined)?.exprs ??
        (kind === "SelectStmt" ? body.targetList : []),
    );
    return this.#output(columns, scope);
  }

  /** An inserted row says its project; rows of other tables have theirs. */
  #inserted(body: Node, target: Source, scope: Scope): void {
    const columns = nodes(body.cols).map((column) => (column.ResTarget as { name: string }).name);
    const place = columns.indexOf(KEY);
    const select = body.selectStmt as Node | undefined;
    if (!select) return;
    const isPlain = nodes((select.SelectStmt as Node).valuesLists).length > 0;
    const before = this.#sources.length;
    const output = this.#query(select, scope);
    const reads = this.#sources.slice(before).some(({ kind }) => kind === "distributed");
    if (place < 0 && columns.length > 0) return;
    if (isPlain || !reads) join(target, this.#bound);
    else join(target, output);
  }

  #output(columns: readonly Node[], scope: Scope): Source {
    const output = this.#derived("output");
    for (const column of columns) {
      const { name, val } = column.ResTarget as { name?: string; val: Node };
      const source = this.#keyOf(val, scope, name === KEY) ?? this.#all(val, scope);
      if (source) join(output, source);
    }
    return output;
  }

  /** The source of `*` or `x.*`. */
  #all(value: Node, scope: Scope): Source | null {
    const fields = nodes((value.ColumnRef as Node | undefined)?.fields);
    if (!fields.at(-1)?.A_Star) return null;
    const name = nameOf(fields[0]);
    return fields.length > 1 && name ? find(scope, name) : ([...scope.names.values()][0] ?? null);
  }

  #from(item: Node, scope: Scope): void {
    if (item.RangeVar) this.#table(item.RangeVar as Node, scope);
    else if (item.JoinExpr) {
      const joined = item.JoinExpr as { larg: Node; rarg: Node; quals?: Node; usingClause?: unknown };
      this.#from(joined.larg, scope);
      this.#from(joined.rarg, scope);
      if (joined.quals) this.#condition(joined.quals, scope);
    } else if (item.RangeSubselect) {
      const { subquery, alias } = item.RangeSubselect as { subquery: Node; alias?: { aliasname: string } };
      const own = this.#derived(alias?.aliasname ?? "subquery");
      join(own, this.#query(subquery, scope));
      if (alias) scope.names.set(alias.aliasname, own);
    } else if (item.RangeFunction) {
      const name = (item.RangeFunction as { alias?: { aliasname: string } }).alias?.aliasname;
      if (name) scope.names.set(name, this.#derived(name));
      this.#subqueries(item.RangeFunction, scope);
    }
  }

  #table(table: Node, scope: Scope): Source {
    const { relname, schemaname, alias } = table as {
      relname: string;
      schemaname?: string;
      alias?: { aliasname: string };
    };
    const name = alias?.aliasname ?? relname;
    const query = findQuery(scope, relname);
    const own = schemaname === "pg_temp" ? "local" : distributionOf(relname.replace(/_\d{6,8}$/, ""));
    const kind = query ? "derived" : (own ?? "derived");
    const source: Source = { label: name === relname ? relname : `${relname} ${name}`, kind, parent: null };
    if (query) join(source, query);
    this.#sources.push(source);
    scope.names.set(name, source);
    return source;
  }

  #derived(label: string): Source {
    const source: Source = { label, kind: "derived", parent: null };
    this.#sources.push(source);
    return source;
  }

  /** Reads what must hold: equalities of projects joined by AND. */
  #condition(condition: Node, scope: Scope): void {
    const all = condition.BoolExpr as { boolop: string; args: Node[] } | undefined;
    if (all?.boolop === "AND_EXPR") {
      for (const one of all.args) this.#condition(one, scope);
      return;
    }
    const compared = condition.A_Expr as { kind: string; name: Node[]; lexpr: Node; rexpr: Node } | undefined;
    if (compared && COMPARISONS.includes(compared.kind) && nameOf(compared.name[0]) === "=") {
      const [left, right] = [compared.lexpr, compared.rexpr].map((side) => this.#keyOf(side, scope, true));
      if (left && right && (isKey(compared.lexpr) || isKey(compared.rexpr))) join(left, right);
    }
    this.#subqueries(condition, scope);
  }

  /** Returns where a project comes from: a table's column, or the bound project for a parameter. */
  #keyOf(value: Node, scope: Scope, takesParameters: boolean): Source | null {
    if (value.TypeCast) return this.#keyOf((value.TypeCast as { arg: Node }).arg, scope, takesParameters);
    if (value.ParamRef || value.A_Const) return takesParameters ? this.#bound : null;
    if (!isKey(value)) return null;
    const fields = nodes((value.ColumnRef as Node).fields).map(nameOf);
    const table = fields.at(-2);
    if (table) return find(scope, table);
    const own = [...scope.names.values()];
    return own.find(({ kind }) => kind === "distributed") ?? own[0] ?? null;
  }

  /** Reads the queries inside an expression. */
  #subqueries(value: unknown, scope: Scope): void {
    if (Array.isArray(value)) for (const one of value) this.#subqueries(one, scope);
    else if (value !== null && typeof value === "object") {
      const node = value as Node;
      const called = nameOf(nodes((node.FuncCall as Node | undefined)?.funcname).at(-1));
      if (called && VOLATILE.includes(called)) this.#volatile.add(called);
      if (node.SelectStmt)
        this.#query(
          { SelectStmt: node.SelectStmt },
          { names: new Map(), queries: new Map(), outer: scope, isBorder: true },
        );
      else for (const one of Object.values(node)) this.#subqueries(one, scope);
    }
  }
}

function isKey(value: Node): boolean {
  return nameOf(nodes((value.ColumnRef as Node | undefined)?.fields).at(-1)) === KEY;
}

function nodes(value: unknown): Node[] {
  return Array.isArray(value) ? (value as Node[]) : [];
}

function nameOf(node: Node | undefined): string | undefined {
  return (node?.String as { sval?: string } | undefined)?.sval;
}

function find(scope: Scope | null, name: string): Source | null {
  return scope && !scope.isBorder ? (scope.names.get(name) ?? find(scope.outer, name)) : null;
}

function findQuery(scope: Scope | null, name: string): Source | null {
  return scope && (scope.queries.get(name) ?? findQuery(scope.outer, name));
}

function root(source: Source): Source {
  return source.parent ? root(source.parent) : source;
}

function join(one: Source, other: Source): void {
  const [first, second] = [root(one), root(other)];
  if (first !== second) first.parent = second;
}
