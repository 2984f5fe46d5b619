// The dependency rules of the code base. Each layer names what it may import and why; inside a layer, areas import each other in one
// direction only. A new layer or area without a line here fails `layers-are-known`.

/** Layer → [what it may import besides itself, why]. */
const layers = {
  "lib/shared": [[], "helpers without domain words: everything may use them, so they import nothing"],
  "lib/contract": [["shared"], "the public interface is read by browser, server, and runner: schemas only"],
  "lib/domain": [["shared", "contract"], "pure rules: tested without sockets, clock, or database"],
  "lib/presenters": [["shared", "contract", "domain"], "pure and run in the browser too"],
  "lib/probes": [["shared", "contract", "domain"], "checks run in a process without a database"],
  "lib/runner": [
    ["shared", "contract", "domain", "probes"],
    "the runner is its own process, maybe on another machine: it talks HTTP to the server and has no store",
  ],
  "lib/notify": [
    ["shared", "contract", "domain", "probes"],
    "adapters turn an event into a request; they use the one dialer with the one address policy, never the database",
  ],
  "lib/store": [
    ["shared", "contract", "domain"],
    "the only layer with the database driver; it decides nothing",
  ],
  "lib/engine": [
    ["shared", "contract", "domain", "store"],
    "one transaction per batch of results: no caller, no rendering, no sending",
  ],
  "lib/status-page": [
    ["shared", "contract", "domain", "presenters", "store"],
    "public pages are strings rendered from rows",
  ],
  "lib/alerting": [
    ["shared", "contract", "domain", "probes", "notify", "store", "engine", "status-page"],
    "from an event to a delivered notification: driven by jobs, no caller",
  ],
  "lib/services": [
    [
      "shared",
      "contract",
      "domain",
      "presenters",
      "probes",
      "notify",
      "store",
      "engine",
      "status-page",
      "alerting",
    ],
    "what a caller may do: every way in ends here, so permissions are checked here",
  ],
  "lib/jobs": [
    [
      "shared",
      "contract",
      "domain",
      "notify",
      "probes",
      "store",
      "engine",
      "status-page",
      "alerting",
      "services",
    ],
    "a task is one line around alerting, the engine, a service or a page",
  ],
  "lib/http": [
    [
      "shared",
      "contract",
      "domain",
      "presenters",
      "client",
      "store",
      "engine",
      "status-page",
      "alerting",
      "services",
    ],
    "parse, authenticate, call one service, answer",
  ],
  "lib/client": [["shared", "contract", "presenters"], "runs in the browser: no server code in its bundle"],
};
/** Program → what it may import, and why. */
const programs = {
  components: [
    ["lib/shared", "lib/contract", "lib/presenters", "lib/client"],
    "components show what they are given: store, services, and engine stay out of the browser",
  ],
  app: [
    ["components", "lib/shared", "lib/contract", "lib/presenters", "lib/client", "lib/http"],
    "pages load, shape, and show; the API is one route handler",
  ],
  server: [["lib", "next.config"], "the front door starts the layers; no page and no component"],
  cli: [["lib", "server"], "commands open the same data folder and database as the server; no page"],
  e2e: [["lib"], "journeys drive the built product from outside"],
  bench: [["lib", "server", "e2e", "storm"], "measurements start parts of the product"],
  storm: [["lib", "server", "e2e", "bench"], "fault injection starts parts of the product"],
};
/** Areas in the order in which they may import each other within one layer: a later one reads an earlier one, never the reverse. */
const areas = [
  "core",
  "accounts",
  "projects",
  "monitors",
  "checks",
  "incidents",
  "maintenance",
  "alerting",
  "status-pages",
  "runners",
  "reports",
  "config-file",
];
const layersWithAreas = ["contract", "domain", "presenters", "store", "services", "http/handlers"];

/** Folders of public pages in the order in which they may import each other. */
const pageFolders = ["languages", "model", "render", "formats", "serve", "subscribe", "answer"];

const roots = "^(app|components|lib|server|cli|e2e|bench|storm)/|^server\\.ts$";
const notTests = "\\.test\\.tsx?$|^lib/testing/";
const programsOnly = "^(e2e|bench|storm|scripts)/";

const layerRules = Object.entries(layers).map(([layer, [allowed, why]]) => ({
  name: `${layer.replace("lib/", "")}-imports`,
  comment: `${layer}: ${why}. It may import ${allowed.map((name) => `lib/${name}`).join(", ") || "nothing of ours"}.`,
  severity: "error",
  from: { path: `^${layer}/`, pathNot: notTests },
  to: { path: roots, pathNot: [layer, ...allowed.map((name) => `lib/${name}`)].map((name) => `^${name}/`) },
}));

const programRules = Object.entries(programs).map(([program, [allowed, why]]) => ({
  name: `${program}-imports`,
  comment: `${program}: ${why}. It may import ${allowed.join(", ")}.`,
  severity: "error",
  from: {
    path: program === "server" ? "^(server/|server\\.ts$)" : `^${program}/`,
    pathNot: ["app", "components", "server"].includes(program) ? notTests : "\\.test\\.tsx?$",
  },
  to: { path: roots, pathNot: [program, ...allowed].map((name) => `^${name}/`) },
}));

/** Forbids what a folder may import from the ones after it, so that no circle can form. */
const ordered = (base, folders, name) =>
  folders.slice(0, -1).map((folder, at) => ({
    name: `${name}-${folder}-order`,
    comment: `In ${base}, ${folder} may import only the folders before it (${folders.slice(0, at).join(", ") || "none"}).`,
    severity: "error",
    from: { path: `^${base}/${folder}/`, pathNot: notTests },
    to: { path: `^${base}/(${folders.slice(at + 1).join("|")})/` },
  }));

const orderRules = [
  ...layersWithAreas.flatMap((layer) => ordered(`lib/${layer}`, areas, layer.replace("/", "-"))),
  ...ordered("lib/status-page", pageFolders, "status-page"),
];

const drivers = [
  [
    "pg|kysely",
    "^lib/(store/|probes/postgres\\.ts)",
    "the driver lives in one layer, so that SQL and parsers are in one place; a check of someone else's PostgreSQL needs it too",
  ],
  ["graphile-worker", "^lib/(jobs|store)/", "the queue is named where jobs are added and where they run"],
  ["nodemailer", "^lib/notify/", "mail leaves through one transport"],
  ["commander", "^cli/", "the command line is one program"],
  ["koffi", "^lib/probes/", "native calls only for the ping socket"],
].map(([name, layer, why]) => ({
  name: `${name.split("|")[0]}-in-its-layer`,
  comment: `${name}: ${why}.`,
  severity: "error",
  from: { pathNot: [layer, notTests, programsOnly] },
  to: { path: `node_modules/(${name})/` },
}));

module.exports = {
  forbidden: [
    ...layerRules,
    ...programRules,
    ...orderRules,
    ...drivers,
    {
      name: "no-cycles",
      comment: "Two files that need each other are one file, or hide a third.",
      severity: "error",
      from: {},
      to: { circular: true },
    },
    {
      name: "pages-without-the-front-door",
      comment: "The front door knows the public pages. They don't know how requests arrive.",
      severity: "error",
      from: { path: "^server/pages/", pathNot: notTests },
      to: { path: "^server/front-door/" },
    },
    {
      name: "sockets-in-their-layers",
      comment:
        "Connections are opened only where their limits and the address policy are: probes, notify, runner, store, http, server.",
      severity: "error",
      from: {
        path: "^(lib|app|components|cli)/",
        pathNot: ["^lib/(probes|notify|runner|store|http|testing)/", notTests],
      },
      to: { dependencyTypes: ["core"], path: "^(node:)?(net|tls|dgram|http|https|http2|dns|dns/promises)$" },
    },
    {
      name: "next-and-react-in-their-layers",
      comment:
        "Rules, storage, and services run without a framework. lib/status-page renders React to strings.",
      severity: "error",
      from: { path: "^lib/", pathNot: ["^lib/(http/loaders|client|status-page)/", notTests] },
      to: { path: "node_modules/(next|react|react-dom)/" },
    },
    {
      name: "loaders-are-for-pages",
      comment: "lib/http/loaders prepares data for pages; the API itself never uses it.",
      severity: "error",
      from: { path: "^lib/", pathNot: ["^lib/http/loaders/", notTests] },
      to: { path: "^lib/http/loaders/" },
    },
    {
      name: "tests-are-not-imported",
      comment: "Test helpers stay out of the program.",
      severity: "error",
      from: { pathNot: [notTests, "^(e2e|bench|storm|scripts)/", "^vitest\\.config"] },
      to: { path: notTests },
    },
    {
      name: "layers-are-known",
      comment: "A new layer gets its line in .dependency-cruiser.cjs first: what it may import, and why.",
      severity: "error",
      from: {},
      to: {
        path: "^lib/",
        pathNot: [...Object.keys(layers), "lib/testing"].map((layer) => `^${layer}/`),
      },
    },
    {
      name: "declared-packages-only",
      comment: "A package that package.json does not name may be gone with the next install.",
      severity: "error",
      from: { path: "^(app|components|lib|server|cli)/|^server\\.ts$", pathNot: notTests },
      to: { dependencyTypes: ["npm-no-pkg", "npm-unknown", "npm-dev"], dependencyTypesNot: ["type-only"] },
    },
    {
      name: "resolvable",
      comment: "An import that leads nowhere.",
      severity: "error",
      from: { pathNot: "^scripts/" },
      to: { couldNotResolve: true },
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    exclude: { path: "^(\\.next|dist|data)/" },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "require", "node", "default", "types"],
    },
    combinedDependencies: false,
  },
};
