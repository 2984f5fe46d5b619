import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:https";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

const LEAF = "subjectAltName=DNS:shop.localhost,DNS:localhost,IP:127.0.0.1\nbasicConstraints=CA:FALSE\n";
const AUTHORITY = "basicConstraints=critical,CA:TRUE\nkeyUsage=critical,keyCertSign\n";

/** Starts an HTTPS server on a free port with a new openssl certificate that expires in `days` days, and sends the issuer's too. */
export async function startShortLived(days: number): Promise<{ url: string; stop(): Promise<void> }> {
  const folder = await mkdtemp(path.join(tmpdir(), "vedette-e2e-certificates-"));
  const at = (name: string) => path.join(folder, name);
  const openssl = (...args: string[]) => run("openssl", args, { cwd: folder });
  const key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"];
  await openssl(
    "req",
    "-x509",
    ...key,
    "-keyout",
    "ca.key",
    "-out",
    "ca.pem",
    "-days",
    "40",
    "-subj",
    "/CN=Acme CA",
  );
  const issue = async (name: string, subject: string, extensions: string, signedBy: string, end: number) => {
    await writeFile(at(`${name}.ext`), extensions);
    await openssl("req", ...key, "-keyout", `${name}.key`, "-out", `${name}.csr`, "-subj", subject);
    const by = ["-CA", `${signedBy}.pem`, "-CAkey", `${signedBy}.key`, "-CAcreateserial"];
    const made = ["-in", `${name}.csr`, "-out", `${name}.pem`, "-extfile", `${name}.ext`];
    await openssl("x509", "-req", ...made, ...by, "-days", String(end));
  };
  await issue("issuing", "/O=Acme/CN=Acme Issuing 1", AUTHORITY, "ca", 30);
  await issue("leaf", "/CN=shop.localhost", LEAF, "issuing", days);
  const chain = `${await readFile(at("leaf.pem"), "utf8")}${await readFile(at("issuing.pem"), "utf8")}`;
  const server = createServer({ key: await readFile(at("leaf.key")), cert: chain }, (_, response) =>
    response.end("ok"),
  );
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  await rm(folder, { recursive: true, force: true });
  const address = server.address();
  return {
    url: `https://127.0.0.1:${typeof address === "object" && address ? address.port : 0}/`,
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
