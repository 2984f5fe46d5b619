import { readFile } from "node:fs/promises";
import { createServer, type IncomingHttpHeaders, type RequestListener, request } from "node:http";
import { createServer as createSecure } from "node:https";
import type { AddressInfo } from "node:net";
import path from "node:path";
import type { Stage } from "./client";

/** Calls `work` with the origin of a proxy that adds headers, such as a key that the client can't send. */
export async function through<T>(
  { url, folder, exec }: Stage,
  headers: IncomingHttpHeaders,
  work: (origin: string) => Promise<T>,
  isSecure = false,
): Promise<T> {
  const { port: target } = new URL(url);
  const pass: RequestListener = (incoming, outgoing) => {
    const all = { ...incoming.headers, ...headers };
    const passed = request(
      { port: target, path: incoming.url, method: incoming.method, headers: all },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
      },
    );
    incoming.pipe(passed);
  };
  if (isSecure) {
    const certificate = [
      "req",
      "-x509",
      "-newkey",
      "rsa:2048",
      "-nodes",
      "-subj",
      "/CN=localhost",
      "-days",
      "1",
    ];
    const names = ["-addext", "subjectAltName=DNS:localhost", "-keyout", "key.pem", "-out", "cert.pem"];
    await exec("openssl", [...certificate, ...names]);
  }
  const file = (name: string) => readFile(path.join(folder, name));
  const proxy = isSecure
    ? createSecure({ key: await file("key.pem"), cert: await file("cert.pem") }, pass)
    : createServer(pass);
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  try {
    return await work(`http${isSecure ? "s" : ""}://localhost:${(proxy.address() as AddressInfo).port}`);
  } finally {
    proxy.closeAllConnections();
    proxy.close();
  }
}
