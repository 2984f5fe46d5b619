import { createHash } from "node:crypto";
import { createSocket } from "node:dgram";
import { createServer } from "node:http2";
import type { AddressInfo } from "node:net";
import { expect, inject, test } from "vitest";
import { startDatabaseProxy } from "@/lib/testing/databases/database-proxy";
import { check, monitorConfig } from "@/lib/testing/targets/check";
import { answers, checkServer, down, type ProtocolCase, runCase } from "@/lib/testing/targets/protocol-cases";
import type { Script } from "@/lib/testing/targets/scripted-server";
import { encodeBson } from "./bson";
import { signEd25519 } from "./ed25519";
import { scramProof } from "./mongodb";

const signIn = { username: "ada", password: "wrongpass" };
const HTTP = { greeting: "HTTP/1.1 400 Bad Request\r\n\r\n" };
const hex = (text: string) => Buffer.from(text.replace(/\s/g, ""), "hex");

/** A MySQL packet. */
const packet = (sequence: number, payload: Buffer | string) => {
  const bytes = Buffer.isBuffer(payload) ? payload : Buffer.from(payload, "latin1");
  return Buffer.concat([Buffer.from([bytes.length, 0, 0, sequence]), bytes]);
};
const mysqlGreeting = (plugin: string) =>
  packet(
    0,
    `\x0a8.4.0\0\x01\0\0\0ABCDEFGH\0\x08\x8a\x2d\x02\0\x08\0\x15${"\0".repeat(10)}abcdefghijkl\0${plugin}\0`,
  );
const OK = "\0\0\0\x02\0\0\0";
const denied = packet(2, "\xff\x15\x04#28000Access denied");
const NONCE = "n".repeat(32);
const PROOF = signEd25519(Buffer.from("wrongpass"), Buffer.from(NONCE)).signature;
const MYSQL: Script = {
  greeting: mysqlGreeting("caching_sha2_password"),
  on: (received) => {
    if (received.includes("vedette\0")) return denied;
    if (received.includes("ada\0")) return Buffer.concat([packet(2, "\x01\x03"), packet(3, OK)]);
    if (received.includes("read only")) return packet(1, OK);
    const rows = [
      packet(1, "\x01"),
      packet(2, "\x03def\0\0\0\x011\0"),
      packet(3, "\xfe\0\0\x02\0"),
      packet(4, "\x0242"),
      packet(5, "\xfe\0\0\x02\0"),
    ];
    return received.includes("select") ? Buffer.concat(rows) : "";
  },
};

/** A MongoDB reply. */
const reply = (document: Parameters<typeof encodeBson>[0]) => {
  const body = Buffer.concat([Buffer.alloc(5), encodeBson(document)]);
  const head = Buffer.alloc(16);
  head.writeInt32LE(16 + body.length, 0);
  head.writeInt32LE(2013, 12);
  return Buffer.concat([head, body]);
};
const server = "r=x,s=W22ZaJ0SNY7soEsUEjb6gQ==,i=4096";
const MONGODB: Script = {
  on: (received) => {
    if (received.includes("saslContinue")) return reply({ ok: 0, errmsg: "Authentication failed." });
    if (received.includes("saslStart"))
      return reply({ ok: 1, conversationId: 7, payload: Buffer.from(server) });
    return reply({ helloOk: true, ok: 1, topology: { hosts: { 0: "a:1" } } });
  },
};

const accepted = (received: string) =>
  createHash("sha1")
    .update(`${/Sec-WebSocket-Key: (\S+)/.exec(received)?.[1]}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`)
    .digest("base64");
const SWITCH = "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n";
const switched = (change: (head: string) => string): Script => ({
  on: (received) => change(`${SWITCH}Sec-WebSocket-Accept: ${accepted(received)}\r\n\r\n`),
});
/** Opens a WebSocket, sends a welcome in two frames with a ping in between, and then 400 bytes to any frame. */
const WEBSOCKET: Script = {
  on: (received) => {
    const head = `${SWITCH}Sec-WebSocket-Accept: ${accepted(received)}\r\n\r\n`;
    if (received.startsWith("GET /chat?x HTTP/1.1\r\n")) return `${head}\x01\x03wel\x89\x01p\x80\x04come`;
    const opcode = received.charCodeAt(0) & 0xf;
    if (opcode === 1 && received.length > 10) return Buffer.from("\x81\x0dyou wrongpass", "latin1");
    return opcode === 1 ? Buffer.from(`\x81\x7e\x01\x90${"a".repeat(397)}end`, "latin1") : "";
  },
};

const CASES: ProtocolCase[] = [
  ...(["ssh", "redis", "mysql"] as const).map(
    (protocol): ProtocolCase => ({
      protocol,
      what: "another protocol",
      script: protocol === "ssh" ? { greeting: "x\r\n".repeat(1100) } : HTTP,
      ...down(`${protocol}_malformed`, /doesn't reply as/),
    }),
  ),
  ...(["ssh", "redis", "mysql", "mongodb", "mqtt", "websocket", "postgres", "grpc"] as const).flatMap(
    (protocol): ProtocolCase[] => [
      { protocol, what: "silence", script: {}, ...down(`${protocol}_timeout`, /in time/) },
      {
        protocol,
        what: "a server that hangs up",
        script: { on: () => null, greeting: "" },
        ...down(
          protocol === "mysql" || protocol === "ssh"
            ? `${protocol}_${protocol === "ssh" ? "closed" : "timeout"}`
            : `${protocol}_closed`,
          /./,
        ),
      },
    ],
  ),
  {
    protocol: "ssh",
    what: "a banner after other lines",
    script: { greeting: "Welcome\r\nSSH-2.0-dropbear_2024.86\r\n" },
  },
  {
    protocol: "ssh",
    what: "version 1",
    script: { greeting: "SSH-1.5-old\r\n" },
    ...down("ssh_malformed", /SSH-1.5/),
  },
  ...(
    [
      [
        "ssh",
        "60 lines before its version",
        { greeting: `${"x\r\n".repeat(60)}SSH-2.0-dropbear_2024.86\r\n` },
      ],
      ["ssh", "a later version", { greeting: "SSH-2.1-dropbear_2024.86\r\n" }],
      ["redis", "PONG as a bulk string", { on: () => "$4\r\nPONG\r\n" }],
      ["redis", "pong in lowercase", { on: () => "+pong\r\n" }],
      ["mqtt", "a reply as in MQTT 5", { on: () => hex("20030000 00") }],
      ["mqtt", "a reply with flags", { on: () => hex("21020000") }],
      ["mysql", "a wish for TLS", { ...MYSQL, on: () => packet(2, "\xff\x57\x0c#08004no TLS") }],
    ] as const
  ).map(
    ([protocol, what, script]): ProtocolCase => ({ protocol, what: `${what}, which clients read`, script }),
  ),
  {
    protocol: "ssh",
    what: "a version without a name",
    script: { greeting: "SSH-2.0-\r\n" },
    ...down("ssh_malformed", /SSH-2.0-"/),
  },
  {
    protocol: "postgres",
    what: "an error without a text",
    script: { on: () => "E\0\0\0\0" },
    ...down("postgres_malformed", /4500000000/),
  },
  { protocol: "redis", what: "PONG", script: { on: answers({ "*1\r\n$4\r\nPING\r\n": "+PONG\r\n" }) } },
  {
    protocol: "redis",
    what: "a sign-in",
    script: {
      on: answers({ "*3\r\n$4\r\nAUTH\r\n$3\r\nada\r\n$9\r\nwrongpass\r\n": "+OK\r\n", "*1": "+PONG\r\n" }),
    },
    request: signIn,
  },
  {
    protocol: "redis",
    what: "a server that is loading",
    script: { on: () => "-LOADING Redis is loading the dataset in memory\r\n" },
    ...down("redis_rejected", /LOADING/),
  },
  {
    protocol: "redis",
    what: "a wrong password",
    script: { on: () => "-WRONGPASS not wrongpass\r\n" },
    request: { password: "wrongpass" },
    ...down("redis_rejected", /WRONGPASS not …/),
  },
  {
    protocol: "mqtt",
    what: "an accepted connection",
    script: { on: (received) => (received.startsWith("\x10\x20\0\x04MQTT\x04\x02") ? "\x20\x02\0\0" : "") },
  },
  {
    protocol: "mqtt",
    what: "a refused sign-in",
    script: { on: (received) => (received.endsWith("\0\x03ada\0\x09wrongpass") ? "\x20\x02\0\x05" : "") },
    request: signIn,
    ...down("mqtt_rejected", /isn't authorized/),
  },
  {
    protocol: "mqtt",
    what: "another protocol",
    script: { on: () => "HTTP/1.1 400" },
    ...down("mqtt_malformed", /48545450/),
  },
  { protocol: "mysql", what: "an unknown user without a sign-in", script: MYSQL },
  {
    protocol: "mysql",
    what: "a query",
    script: MYSQL,
    request: { ...signIn, query: "select 42", expected: "42" },
  },
  {
    protocol: "mysql",
    what: "another value",
    script: MYSQL,
    request: { ...signIn, query: "select 42", expected: "43" },
    ...down("assertion_failed", /"43"; got "42"/),
  },
  {
    protocol: "mysql",
    what: "a refused user",
    script: { ...MYSQL, on: () => denied },
    request: signIn,
    ...down("mysql_rejected", /Access denied \(1045\)/),
  },
  {
    protocol: "mysql",
    what: "a full server",
    script: { greeting: packet(0, "\xff\x10\x04Too many connections") },
    ...down("mysql_rejected", /Too many connections \(1040\)/),
  },
  {
    protocol: "mysql",
    what: "MariaDB's Ed25519",
    script: {
      ...MYSQL,
      on: (received) => {
        if (received.includes("ada\0")) return packet(2, `\xfeclient_ed25519\0${NONCE}`);
        const proof = Buffer.from(received, "latin1").subarray(4);
        if (proof.length === 64) return packet(4, proof.equals(PROOF) ? OK : "\xff\x15\x04Access denied");
        return received.includes("read only") ? packet(1, OK) : "";
      },
    },
    request: signIn,
  },
  {
    protocol: "mysql",
    what: "a plugin that isn't supported",
    script: { ...MYSQL, on: () => packet(2, "\xfedialog\0abc") },
    request: signIn,
    outcome: "inconclusive",
    error: "unsupported",
  },
  {
    protocol: "mysql",
    what: "no TLS",
    script: {
      greeting: packet(
        0,
        `\x0a5\0\x01\0\0\0ABCDEFGH\0\0\x82\x2d\x02\0\x08\0\x15${"\0".repeat(10)}abcdefghijkl\0mysql_native_password\0`,
      ),
    },
    request: { connection: "tls" },
    ...down("mysql_rejected", /doesn't offer TLS/),
  },
  { protocol: "mongodb", what: "hello", script: MONGODB },
  {
    protocol: "mongodb",
    what: "an older server, which knows only isMaster",
    script: {
      on: (received) =>
        reply(
          received.includes("isMaster") ? { ok: 1 } : { ok: 0, errmsg: "no such command: 'hello'", code: 59 },
        ),
    },
  },
  {
    protocol: "mongodb",
    what: "a refused sign-in",
    script: MONGODB,
    request: signIn,
    ...down("mongodb_rejected", /Authentication failed/),
  },
  {
    protocol: "mongodb",
    what: "another protocol",
    script: { on: () => "HTTP/1.1 400 Bad Request\r\n" },
    ...down("mongodb_malformed", /48545450/),
  },
  {
    protocol: "mongodb",
    what: "a broken document",
    script: {
      on: () => Buffer.concat([reply({ ok: 1 }).subarray(0, 21), hex("0d000000 99 6f6b00 01000000 00")]),
    },
    ...down("mongodb_malformed", /0d000000/),
  },
  { protocol: "websocket", what: "a handshake", script: WEBSOCKET },
  {
    protocol: "websocket",
    what: "a handshake with bare line feeds, which browsers read",
    script: switched((head) => `${head.replaceAll("\r\n", "\n")}\x81\x01x`),
    request: { expected: "x" },
  },
  ...(
    [
      ["two spaces in the status line", "HTTP/1.1 101", "HTTP/1.1  101"],
      ["HTTP/1.0", "HTTP/1.1", "HTTP/1.0"],
      ["a version in lowercase", "HTTP", "http"],
      ["a folded key", "Accept: ", "Accept:\r\n "],
      ["a space before a colon", "Accept:", "Accept :"],
      ["several tokens", "Connection: U", "connection: keep-alive, u"],
      ["another extension", "Connection", "Sec-WebSocket-Extensions: x\r\nConnection"],
    ] as const
  ).map(
    ([what, from, to]): ProtocolCase => ({
      protocol: "websocket",
      what: `a handshake that browsers read: ${what}`,
      script: switched((head) => head.replace(from, to)),
    }),
  ),
  ...(
    [
      ["no Upgrade", "Upgrade: websocket\r\n", ""],
      ["Upgrade: h2c", "Upgrade: websocket", "Upgrade: h2c"],
      ["no Connection", "Connection: Upgrade\r\n", ""],
      ["Connection: close", "Connection: Upgrade", "Connection: close"],
      ["Sec-WebSocket-Protocol: x", "Connection", "Sec-WebSocket-Protocol: x\r\nConnection"],
    ] as const
  ).map(
    ([what, from, to]): ProtocolCase => ({
      protocol: "websocket",
      what: `a handshake that browsers refuse: ${what}`,
      script: switched((head) => head.replace(from, to)),
      ...down("websocket_malformed", RegExp(what)),
    }),
  ),
  {
    protocol: "websocket",
    what: "a subprotocol that was asked for",
    script: switched((head) => head.replace("Connection", "Sec-WebSocket-Protocol: x\r\nConnection")),
    request: { headers: [{ name: "sec-websocket-protocol", value: "x" }] },
  },
  {
    protocol: "websocket",
    what: "a message in several frames",
    script: WEBSOCKET,
    request: { expected: "welcome" },
  },
  {
    protocol: "websocket",
    what: "a long message",
    script: WEBSOCKET,
    request: { message: "hi", expected: "aend" },
  },
  {
    protocol: "websocket",
    what: "other messages",
    script: WEBSOCKET,
    request: { expected: "bye" },
    ...down("assertion_failed", /"bye"; got "welcome"/),
  },
  {
    protocol: "websocket",
    what: "a secret that is sent back",
    script: WEBSOCKET,
    request: { message: "wrongpass", expected: "bye" },
    ...down("assertion_failed", /got "you …"/),
  },
  {
    protocol: "websocket",
    what: "a refusal",
    script: { on: () => "HTTP/1.1 403 Forbidden\r\n\r\n" },
    ...down("websocket_rejected", /403 Forbidden/),
  },
  {
    protocol: "websocket",
    what: "a wrong key",
    script: switched((head) => head.replace(/Accept: .*/, "Accept: x")),
    ...down("websocket_malformed", /Accept: x"/),
  },
  {
    protocol: "postgres",
    what: "a server that is starting",
    script: { on: () => "E\0\0\0\x27SFATAL\0C57P03\0Mstarting up\0abcdef\0\0" },
    ...down("postgres_rejected", /starting up/),
  },
  {
    protocol: "postgres",
    what: "a server that asks for a password",
    script: { on: () => "R\0\0\0\x08\0\0\0\x03" },
  },
  {
    protocol: "postgres",
    what: "a server that refuses this user",
    script: { on: () => "E\0\0\0\x13SFATAL\0C28000\0\0" },
  },
  {
    protocol: "postgres",
    what: "no TLS",
    script: { on: () => "N" },
    request: { connection: "tls" },
    ...down("postgres_rejected", /doesn't offer TLS/),
  },
  {
    protocol: "grpc",
    what: "another protocol",
    script: { on: () => "HTTP/1.1 400 Bad Request\r\n\r\n" },
    ...down("grpc_malformed", /HTTP\/2/),
  },
];

test.each(CASES)("$protocol: $what is $outcome $error", async (given) => {
  const { details } = await runCase(given);
  if (given.protocol === "ssh" && !given.outcome)
    expect(details).toEqual({ banner: [expect.stringMatching(/^SSH-2.\d-dropbear_2024.86$/)] });
});

const postgresUrl = inject("postgresUrl");
const url = new URL(postgresUrl);
const account = {
  username: url.username,
  password: decodeURIComponent(url.password) || null,
  database: "postgres",
};

test.each([
  ["a query", { query: "select 40 + 2", expected: "42" }, "up", undefined],
  ["no rows", { query: "select 1 where false", expected: "1" }, "down", "assertion_failed"],
  ["a write", { query: "create table probe ()" }, "down", "postgres_rejected"],
  ["two statements", { query: "commit; create table probe ()" }, "down", "postgres_rejected"],
  [
    "what those left behind",
    { query: "select count(*) from pg_class where relname = 'probe'", expected: "0" },
    "up",
    undefined,
  ],
  ["a slow query", { query: "select pg_sleep(60)" }, "down", "postgres_timeout"],
  ["an unknown database", { database: "missing" }, "down", "postgres_rejected"],
  ["no sign-in", { username: null, password: null }, "up", undefined],
])("postgres: %s on a real server", async (_, request, outcome, code) => {
  const proxy = await startDatabaseProxy(postgresUrl);
  const result = await checkServer("postgres", Number(new URL(proxy.url).port), { ...account, ...request });
  await proxy.stop();
  expect({ outcome: result.outcome, code: result.error?.code }, result.error?.message).toEqual({
    outcome,
    code,
  });
});

test("grpc: only a service that is serving is up", async () => {
  const grpcServer = createServer();
  grpcServer.on("stream", (stream, headers) => {
    expect(headers).toMatchObject({ ":path": "/grpc.health.v1.Health/Check", te: "trailers" });
    const parts: Buffer[] = [];
    stream.on("data", (chunk: Buffer) => parts.push(chunk));
    stream.on("end", () => {
      const service = Buffer.concat(parts).toString("latin1", 7);
      const known = { "": "0000000002 0801", bad: "0000000002 0802", again: "0000000002 0801" }[service];
      const message = "shop%3A gr%C3%BC%C3%9Fe, 100%";
      if (service === "said")
        return stream.respond(
          { ":status": 200, "grpc-status": "14", "grpc-message": message },
          { endStream: true },
        );
      if (known === undefined)
        return stream.respond({ ":status": 200, "grpc-status": "5" }, { endStream: true });
      stream.respond({ ":status": 200, "content-type": "application/grpc" }, { waitForTrailers: true });
      stream.on("wantTrailers", () =>
        stream.sendTrailers({ "grpc-status": service === "again" ? ["0", "0"] : "0" }),
      );
      stream.end(hex(known));
    });
  });
  await new Promise<void>((resolve) => grpcServer.listen(0, "127.0.0.1", resolve));
  const { port } = grpcServer.address() as AddressInfo;
  const of = async (service: string | null) => (await checkServer("grpc", port, { service })).error?.message;
  expect(await of(null)).toBeUndefined();
  expect(await of("bad")).toMatch(/NOT_SERVING/);
  expect(await of("other")).toMatch(/NOT_FOUND/);
  expect(await of("again")).toBeUndefined();
  expect(await of("said")).toBe("the server replied UNAVAILABLE (shop: grüße, 100%)");
  await new Promise((resolve) => grpcServer.close(resolve));
});

test("udp: a lost packet is sent again, and the reply must have what is expected", async () => {
  const socket = createSocket("udp4");
  let count = 0;
  socket.on("message", (message, { port, address }) => {
    count += 1;
    if (count > 1) socket.send(Buffer.concat([hex("ff00"), message]), port, address);
  });
  await new Promise<void>((resolve) => socket.bind(0, "127.0.0.1", resolve));
  const { port } = socket.address();
  const of = async (request: object) => {
    const parsed = { format: "text", payload: "ping", expected: null, ...request };
    const { outcome, error } = await checkServer("udp", port, parsed, 3000);
    return error?.code ?? outcome;
  };
  expect(await of({})).toBe("up");
  expect(await of({ expected: "ping" })).toBe("up");
  expect(await of({ expected: "pong" })).toBe("assertion_failed");
  expect(await of({ format: "hex", payload: "0d 0a", expected: "ff000d0a" })).toBe("up");
  count = -9;
  expect(await of({})).toBe("udp_timeout");
  await new Promise<void>((resolve) => socket.close(resolve));
  expect(await of({})).toBe("connect_refused");
  // The system refuses to connect.
  const config = monitorConfig({ host: "255.255.255.255", port: 9, payload: "x" }, { protocol: "udp" });
  expect(await check(config, ["255.255.255.255/32"])).toMatchObject({ error: { code: "connect_failed" } });
});

test.each([
  [
    "SCRAM-SHA-256",
    "n=user,r=rOprNGfwEbeRWgbNEkqO",
    "r=rOprNGfwEbeRWgbNEkqO%hvYDpWUa2RaTCAfuxFIlj)hNlF$k0,s=W22ZaJ0SNY7soEsUEjb6gQ==,i=4096",
    "dHzbZapWIk4jUhN+Ute9ytag9zjfMHgsqmmiz7AndVQ=",
  ],
  [
    "SCRAM-SHA-1",
    "n=user,r=fyko+d2lbbFgONRv9qkxdawL",
    "r=fyko+d2lbbFgONRv9qkxdawLHo+Vgk7qvUOKUwuWLIWg4l/9SraGMHEE,s=rQ9ZY3MntBeuP3E1TDVC4w==,i=10000",
    "MC2T8BvbmWRckDw8oWl5IVghwCY=",
  ],
] as const)("mongodb: signs in with %s as its specification does", async (mechanism, first, from, proof) => {
  const given = { user: "user", password: "pencil", first, server: from };
  expect(await scramProof(mechanism, given)).toMatch(new RegExp(`,p=${proof.replace(/[+/]/g, "\\$&")}$`));
});
