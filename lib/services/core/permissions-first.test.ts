import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";
import { endpoints } from "@/lib/contract/endpoints";

// Reads the source of every handler and of the services it calls, and of those that are called by the names of their endpoints. A service
// that is reached must take the caller first and check a permission before anything else, or belong to an endpoint that has no permission
// to check.

const HANDLERS = "lib/http/handlers";
/** Names the modules whose services are endpoints' own, as `...module`. */
const TABLE = `${HANDLERS}.ts`;
/** Calls that decide whether the caller may go on. */
const CHECKS =
  /^(requirePermission|requireRole|requireUser|personOf|requireAuthor\w*|requireProjectDeletion|ownerOf|withPermission)$/;

const IDS: ReadonlySet<string> = new Set(endpoints.map(({ id }) => id));

interface Service {
  readonly file: string;
  readonly name: string;
  readonly node: ts.FunctionDeclaration;
}

function sourceOf(file: string): ts.SourceFile {
  return ts.createSourceFile(file, readFileSync(file, "utf8"), ts.ScriptTarget.Latest, true);
}

/** Service functions by the name under which a handler file imports them. */
function servicesOf(source: ts.SourceFile): Map<string, Service> {
  const found = new Map<string, Service>();
  for (const statement of source.statements) {
    if (!ts.isImportDeclaration(statement) || !ts.isStringLiteral(statement.moduleSpecifier)) continue;
    const from = statement.moduleSpecifier.text;
    if (!from.startsWith("@/lib/services/")) continue;
    const bindings = statement.importClause?.namedBindings;
    if (!bindings) continue;
    const file = `${from.slice(2)}.ts`;
    const isNamespace = ts.isNamespaceImport(bindings);
    for (const node of functionsIn(file)) {
      const name = node.name?.text ?? "";
      if (isNamespace) found.set(`${bindings.name.text}.${name}`, { file, name, node });
      else
        for (const element of bindings.elements)
          if ((element.propertyName ?? element.name).text === name)
            found.set(element.name.text, { file, name, node });
    }
  }
  return found;
}

function functionsIn(file: string): ts.FunctionDeclaration[] {
  return sourceOf(file).statements.filter(ts.isFunctionDeclaration);
}

/** Returns `listProjects` for both `listProjects: …` and `[list.id]: …`, where `list` is imported as another name for it. */
function endpointOf(node: ts.Node, aliases: ReadonlyMap<string, string>): string | null {
  if (!ts.isPropertyAssignment(node) && !ts.isMethodDeclaration(node)) return null;
  const name = node.name.getText().replace("[", "").replace(".id]", "").split(".").at(-1) ?? "";
  return aliases.get(name) ?? name;
}

function aliasesIn(source: ts.SourceFile): Map<string, string> {
  const found = new Map<string, string>();
  for (const statement of source.statements) {
    const bindings = ts.isImportDeclaration(statement) ? statement.importClause?.namedBindings : undefined;
    if (!bindings || !ts.isNamedImports(bindings)) continue;
    for (const { name, propertyName } of bindings.elements)
      if (propertyName) found.set(name.text, propertyName.text);
  }
  return found;
}

/** Endpoint ID → the services its handler calls. */
function servicesByEndpoint(): Map<string, Service[]> {
  const files = readdirSync(HANDLERS, { recursive: true, encoding: "utf8" }).filter(
    (name) => name.endsWith(".ts") && !name.endsWith(".test.ts"),
  );
  const called = new Map<string, Service[]>();
  for (const file of [TABLE, ...files.map((name) => path.join(HANDLERS, name))]) {
    const source = sourceOf(file);
    const services = servicesOf(source);
    if (file === TABLE)
      for (const service of services.values())
        if (IDS.has(service.name)) called.set(service.name, [...(called.get(service.name) ?? []), service]);
    const aliases = aliasesIn(source);
    const visit = (node: ts.Node, endpoint: string | null): void => {
      const id = endpoint ?? endpointOf(node, aliases);
      const isName = ts.isIdentifier(node) || ts.isPropertyAccessExpression(node);
      const service = isName ? services.get(node.getText(source)) : undefined;
      if (service && id !== null) called.set(id, [...(called.get(id) ?? []), service]);
      ts.forEachChild(node, (child) => visit(child, id));
    };
    for (const statement of source.statements)
      if (file !== TABLE || /^const own\b/.test(statement.getText(source))) visit(statement, null);
  }
  return called;
}

function takesCaller({ node }: Service): boolean {
  return /\bCaller\b/.test(node.parameters[0]?.type?.getText() ?? "");
}

/** Returns whether its first statement checks a permission, or hands the caller to a function of the same file whose first statement does. */
function checksFirst({ node }: Service): boolean {
  const local = new Map(functionsIn(node.getSourceFile().fileName).map((one) => [one.name?.text, one]));
  const isCheck = (call: ts.CallExpression): boolean => {
    const name = call.expression.getText();
    const next = call.arguments[0]?.getText() === "caller" ? local.get(name) : undefined;
    return CHECKS.test(name) || (next !== undefined && next !== node && firstCalls(next).some(isCheck));
  };
  return firstCalls(node).some(isCheck);
}

/** The calls in the first statement of a function, without those in functions that it passes on. */
function firstCalls(node: ts.FunctionDeclaration): ts.CallExpression[] {
  const calls: ts.CallExpression[] = [];
  const visit = (child: ts.Node): void => {
    if (ts.isFunctionLike(child)) return;
    if (ts.isCallExpression(child)) calls.push(child);
    ts.forEachChild(child, visit);
  };
  const first = node.body?.statements[0];
  if (first) visit(first);
  return calls;
}

const called = servicesByEndpoint();
const guarded = endpoints.filter(({ permission }) => permission !== null);

test("finds the services of nearly every endpoint", () => {
  expect(endpoints.length).toBeGreaterThan(100);
  expect(guarded.filter(({ id }) => (called.get(id) ?? []).length === 0).map(({ id }) => id)).toEqual([]);
});

test("no two services share an endpoint's name, which would hide one of them", () => {
  const names = [...servicesOf(sourceOf(TABLE)).entries()]
    .filter(([imported, { name }]) => imported.includes(".") && IDS.has(name))
    .map(([, { name }]) => name);
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
});

test.each(guarded.map(({ id }) => [id]))(
  "%s reaches only services that take the caller and check first",
  (id) => {
    const wrong = (called.get(id) ?? []).filter((service) => !takesCaller(service) || !checksFirst(service));
    expect(wrong.map(({ file, name }) => `${file}: ${name}`)).toEqual([]);
  },
);
