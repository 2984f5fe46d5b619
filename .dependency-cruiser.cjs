// The arrows of the house, enforced. Each room names what it may import and why nothing else; a new room without a line here is an
// error of `rooms-are-known`.

/** Room → [what it may import besides itself, why]. */
const rooms = {
  "lib/shared": [[], "words without a domain: everything may use them, so they know nobody"],
  "lib/contract": [["lib/shared"], "the public language is read by browser, server and runner: schemas only"],
  "lib/domain": [["lib/shared", "lib/contract"], "pure rules: tested without sockets, clock or database"],
  "lib/views": [
    ["lib/shared", "lib/contract", "lib/domain"],
    "view models are pure and run in the browser too",
  ],
  "lib/probes": [["lib/shared", "lib/contract", "lib/domain"], "checks run in a process without a database"],
  "lib/runner": [
    ["lib/shared", "lib/contract", "lib/domain", "lib/probes"],
    "the runner is its own process, maybe on another machine: it talks HTTP to the server and has no store",
  ],
  "lib/notify": [
    ["lib/shared", "lib/contract", "lib/domain", "lib/probes"],
    "adapters turn an event into a request; they use the one dialer with the one address policy, never the database",
  ],
  "lib/store": [
    ["lib/shared", "lib/contract", "lib/domain"],
    "the only room with the driver; it decides nothing",
  ],
  "lib/engine": [
    ["lib/shared", "lib/contract", "lib/domain", "lib/store"],
    "one transaction per batch of results: no caller, no rendering, no sending",
  ],
  "lib/pages": [
    ["lib/shared", "lib/contract", "lib/domain", "lib/views", "lib/store"],
    "public pages are strings made from rows",
  ],
  "lib/services": [
    [
      "lib/shared",
      "lib/contract",
      "lib/domain",
      "lib/views",
      "lib/probes",
      "lib/notify",
      "lib/store",
      "lib/engine",
      "lib/pages",
    ],
    "what a caller may do: the permission is checked here, below every way in",
  ],
  "lib/jobs": [
    [
      "lib/shared",
      "lib/contract",
      "lib/domain",
      "lib/notify",
      "lib/probes",
      "lib/store",
      "lib/engine",
      "lib/pages",
      "lib/services",
    ],
    "a task is a thin frame around a service, the engine or a page",
  ],
  "lib/http": [
    ["lib/shared", "lib/contract", "lib/domain", "lib/store", "lib/services", "lib/pages"],
    "parse, authenticate, call one service, answer",
  ],
  "lib/client": [
    ["lib/shared", "lib/contract", "lib/views"],
    "runs in the browser: nothing of the server may be in its bundle",
  ],
  "lib/queries": [
    ["lib/shared", "lib/contract", "lib/domain", "lib/views", "lib/client", "lib/services", "lib/http"],
    "one loader per page, over services, so that permissions hold",
  ],
  components: [
    ["lib/shared", "lib/contract", "lib/views", "lib/client"],
    "components show what they are given: store, services and engine stay out of the browser",
  ],
  app: [
    ["components", "lib/shared", "lib/contract", "lib/views", "lib/client", "lib/queries", "lib/http"],
    "pages load, shape and show; routes call serve()",
  ],
};

const rootFolders = "^(app|components|lib|server|cli)/";
const notTests = "\\.test\\.tsx?$|^lib/testing/";

const arrows = Object.entries(rooms).map(([room, [allowed, why]]) => ({
  name: `${room.replace("lib/", "")}-imports`,
  comment: `${room}: ${why}. It may import ${allowed.join(", ") || "nothing of ours"}.`,
  severity: "error",
  from: { path: `^${room}/`, pathNot: notTests },
  to: { path: `${rootFolders}|^server\\.ts$`, pathNot: [room, ...allowed].map((name) => `^${name}/`) },
}));

const drivers = [
  ["pg|kysely", "^lib/store/", "the driver lives in one room, so that SQL and parsers are in one place"],
  ["graphile-worker", "^lib/(jobs|store)/", "the queue is named where jobs are added and where they run"],
  ["nodemailer", "^lib/notify/", "mail leaves through one transport"],
  ["commander", "^cli/", "the command line is one program"],
  ["koffi", "^lib/probes/", "native calls only for the ping socket"],
].map(([name, room, why]) => ({
  name: `${name.split("|")[0]}-in-its-room`,
  comment: `${name}: ${why}.`,
  severity: "error",
  from: { pathNot: [room, notTests, "^(e2e|bench|storm|scripts)/"] },
  to: { path: `node_modules/(${name})/` },
}));

module.exports = {
  forbidden: [
    ...arrows,
    ...drivers,
    {
      name: "no-cycles",
      comment: "Two files that need each other are one file, or hide a third.",
      severity: "error",
      from: {},
      to: { circular: true },
    },
    {
      name: "sockets-in-their-rooms",
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
      name: "next-and-react-above-queries",
      comment:
        "Rules, storage and services must run without a framework. lib/pages renders React to strings.",
      severity: "error",
      from: { path: "^lib/", pathNot: ["^lib/(queries|client|pages)/", notTests] },
      to: { path: "node_modules/(next|react|react-dom)/" },
    },
    {
      name: "tests-are-not-imported",
      comment: "Test helpers stay out of the program.",
      severity: "error",
      from: { pathNot: [notTests, "^(e2e|bench|storm)/", "^vitest\\.config"] },
      to: { path: notTests },
    },
    {
      name: "rooms-are-known",
      comment: "A new room gets its line in .dependency-cruiser.cjs first: what it may import, and why.",
      severity: "error",
      from: {},
      to: {
        path: "^lib/",
        pathNot: [...Object.keys(rooms).filter((room) => room.startsWith("lib/")), "lib/testing"].map(
          (room) => `^${room}/`,
        ),
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
