import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { promisify } from "node:util";
import { expect, it, onTestFinished } from "vitest";
import { check, monitorConfig } from "@/lib/testing/targets/check";
import { useHttpServers } from "@/lib/testing/targets/http-server";

const listen = useHttpServers();
const OK = [{ type: "status_code", operator: "in", value: "200" }] as never;
const checked = (request: object, timeout_ms = 2000) =>
  check(monitorConfig({ ...request }, { success_assertions: OK, timeout_ms }));
const SECRET = "pa:ss wörd";

it("sends Basic credentials to the monitor's origin only, in UTF-8", async () => {
  const seen: (string | undefined)[] = [];
  const other = await listen((request, response) => {
    seen.push(request.headers.authorization);
    response.end();
  });
  const first = await listen((request, response) => {
    seen.push(request.headers.authorization);
    response.writeHead(302, { location: other }).end();
  });
  const found = await checked({ url: first, auth: "basic", auth_user: "ada", auth_secret: SECRET });
  expect(found.outcome).toBe("up");
  expect(seen).toEqual([`Basic ${Buffer.from(`ada:${SECRET}`).toString("base64")}`, undefined]);
});

/** A server that asks for Digest authentication (RFC 7616), and accepts each nonce once. */
async function digestServer(
  algorithms: readonly string[],
  password: string,
): Promise<{ url: string; requests: () => number }> {
  let requests = 0;
  const nonces = new Set<string>();
  const url = await listen((request, response) => {
    requests += 1;
    const given = request.headers.authorization ?? "";
    const field = (name: string) =>
      new RegExp(`\\b${name}=(?:"([^"]*)"|([^",\\s]+))`)
        .exec(given)
        ?.slice(1)
        .find((each) => each !== undefined) ?? "";
    const hash = (text: string) =>
      createHash(field("algorithm").toUpperCase() === "SHA-256" ? "sha256" : "md5")
        .update(text)
        .digest("hex");
    const expected = hash(
      [
        hash(`ada:the "realm":${password}`.replaceAll('"', "")),
        field("nonce"),
        field("nc"),
        field("cnonce"),
        field("qop"),
        hash(`${request.method}:${request.url}`),
      ].join(":"),
    );
    const isKnown =
      given.startsWith("Digest ") && nonces.delete(field("nonce")) && field("uri") === request.url;
    if (isKnown && field("qop") === "auth" && field("opaque") === "xyz" && field("response") === expected)
      return response.end("in");
    const challenges = algorithms.map((algorithm) => {
      const nonce = `${algorithm}-${requests}`;
      nonces.add(nonce);
      return `Digest realm="the realm", qop="auth-int,auth", algorithm=${algorithm}, nonce="${nonce}", opaque="xyz"`;
    });
    response.writeHead(401, { "WWW-Authenticate": ["Basic realm=x", ...challenges] }).end("out");
  });
  return { url: `${url}/a?b=c`, requests: () => requests };
}

it.each([[["MD5"]], [["SHA-256"]], [["SHA-512-256", "SHA-256", "MD5"]]])(
  "signs in with Digest like curl: %j",
  async (algorithms) => {
    const { url, requests } = await digestServer(algorithms, "secret");
    const digest = { url, auth: "digest", auth_user: "ada" };
    expect(await checked({ ...digest, auth_secret: "secret" })).toMatchObject({ outcome: "up", error: null });
    expect(requests()).toBe(2);
    const wrong = await checked({ ...digest, auth_secret: "wrong-secret" });
    expect(wrong).toMatchObject({ outcome: "down", status_code: 401 });
    expect(JSON.stringify(wrong)).not.toContain("wrong-secret");
    expect(requests()).toBe(4);
    if (algorithms.includes("SHA-512-256")) return;
    const { stdout } = await promisify(execFile)("curl", ["-s", "--digest", "-u", "ada:secret", url]);
    expect(stdout).toBe("in");
  },
);

it("fetches an OAuth token once, sends it only to the monitor's origin, and fetches another one after a 401", async () => {
  const forms: string[] = [];
  let token = 0;
  const issuer = await listen((request, response) => {
    let body = "";
    request.on("data", (part) => {
      body += String(part);
    });
    request.on("end", () => {
      forms.push(`${request.headers.authorization} ${body}`);
      token += 1;
      response.end(
        JSON.stringify({ access_token: `token-${token}`, token_type: "Bearer", expires_in: 3600 }),
      );
    });
  });
  const seen: (string | undefined)[] = [];
  const other = await listen((request, response) => {
    seen.push(request.headers.authorization);
    response.end();
  });
  let valid = "token-1";
  const url = await listen((request, response) => {
    seen.push(request.headers.authorization);
    if (request.headers.authorization === `Bearer ${valid}`)
      response.writeHead(302, { location: other }).end();
    else response.writeHead(401).end(`unknown: ${request.headers.authorization}`);
  });
  const oauth = {
    auth: "oauth2",
    auth_user: "id",
    auth_secret: "client-secret",
    auth_token_url: `${issuer}/token`,
    auth_scope: "a b",
  };
  expect((await checked({ url, ...oauth })).outcome).toBe("up");
  expect((await checked({ url, ...oauth })).outcome).toBe("up");
  expect(forms).toEqual([
    `Basic ${Buffer.from("id:client-secret").toString("base64")} grant_type=client_credentials&scope=a+b`,
  ]);
  expect(seen).toEqual(["Bearer token-1", undefined, "Bearer token-1", undefined]);
  valid = "token-2";
  expect((await checked({ url, ...oauth })).outcome).toBe("up");
  expect(seen.slice(4)).toEqual(["Bearer token-1", "Bearer token-2", undefined]);
  valid = "none";
  const refused = await checked({ url, ...oauth });
  expect(refused).toMatchObject({ outcome: "down", status_code: 401 });
  expect(JSON.stringify(refused)).not.toMatch(/token-[23]|client-secret/);
  expect(forms).toHaveLength(3);
});

it("sends client credentials in the body to issuers that take them only there, and says why there is no token", async () => {
  const issuer = await listen((request, response) => {
    if (request.headers.authorization) return response.writeHead(401).end('{"error":"invalid_client"}');
    let body = "";
    request.on("data", (part) => {
      body += String(part);
    });
    request.on("end", () => {
      const isKnown = body === "grant_type=client_credentials&client_id=id&client_secret=in+body";
      if (isKnown) response.end('{"access_token":"t0ken","token_type":"bearer"}');
      else
        response
          .writeHead(400)
          .end('{"error":"invalid_client","error_description":"no such client in body"}');
    });
  });
  const url = await listen((request, response) => {
    response.writeHead(request.headers.authorization === "Bearer t0ken" ? 200 : 401).end();
  });
  const oauth = { url, auth: "oauth2", auth_user: "id", auth_token_url: issuer };
  expect((await checked({ ...oauth, auth_secret: "in body" })).outcome).toBe("up");
  const refused = await checked({ ...oauth, auth_secret: "another" });
  expect(refused).toMatchObject({ outcome: "down", error: { code: "http_no_token" } });
  expect(refused.error?.message).toBe(
    "no OAuth token: the token URL responded with HTTP 400 (invalid_client)",
  );
  const hanging = await listen(() => undefined);
  const late = await checked({ ...oauth, auth_secret: "another", auth_token_url: hanging }, 300);
  expect(late.outcome).toBe("down");
  expect(late.error?.message).toMatch(/^no OAuth token: /);
  expect(
    await check(monitorConfig({ ...oauth, url, auth_secret: "x", auth_token_url: issuer }), []),
  ).toMatchObject({
    error: { code: "blocked_address" },
  });
});

it("presents a client certificate to the monitor's origin only", async () => {
  const pem = (name: string) => readFileSync(`lib/testing/targets/certificates/${name}.pem`, "utf8");
  const names: string[] = [];
  const options = {
    cert: pem("self-signed"),
    key: pem("self-signed.key"),
    requestCert: true,
    rejectUnauthorized: false,
  };
  const listening = async (location: string | null) => {
    const server = createServer(options, (request, response) => {
      const { subject } = (request.socket as import("node:tls").TLSSocket).getPeerCertificate();
      names.push(String(subject?.CN ?? "none"));
      response.writeHead(location ? 302 : 200, location ? { location } : {}).end();
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void server.close());
    return `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
  };
  const url = await listening(await listening(null));
  const identity = { client_certificate: pem("renewed"), client_key: pem("renewed.key") };
  expect((await checked({ url, tls_skip_verify: true, ...identity })).outcome).toBe("up");
  expect(names).toEqual([expect.stringMatching(/^(?!none)/), "none"]);
  await checked({ url, tls_skip_verify: true });
  expect(names.slice(2)).toEqual(["none", "none"]);
});
