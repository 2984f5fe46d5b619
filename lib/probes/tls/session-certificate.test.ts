import { X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { connect, createServer, type SecureVersion } from "node:tls";
import { expect, it } from "vitest";
import { certificateOf } from "./session-certificate";

const folder = new URL("../../testing/targets/certificates/", import.meta.url);
const [key, cert] = ["self-signed.key.pem", "self-signed.pem"].map((name) =>
  readFileSync(new URL(name, folder)),
);

async function sessionOver(version: SecureVersion): Promise<Buffer | undefined> {
  const server = createServer({ key, cert, maxVersion: version }, (socket) =>
    socket.on("error", () => undefined),
  );
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const client = connect({ port, host: "127.0.0.1", rejectUnauthorized: false });
  await new Promise((resolve) => client.once("secureConnect", resolve));
  const session = client.getSession();
  client.destroy();
  server.close();
  return session;
}

it.each(["TLSv1.2", "TLSv1.3"] as const)(
  "finds a server's certificate in its session, byte for byte, in %s",
  async (version) => {
    const found = certificateOf(await sessionOver(version));
    expect(found?.equals(new X509Certificate(cert ?? "").raw)).toBe(true);
  },
);

/** Formats a session as Node 24 does. */
function withName(name: string, session: Buffer): Buffer {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(name.length);
  return Buffer.concat([Buffer.from("\0nodejs:tls:session:1\0"), length, Buffer.from(name), session]);
}

/** A DER element (X.690 §8.1). */
function element(tag: number, content: Buffer): Buffer {
  const { length } = content;
  const size = length < 128 ? [length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

const own = element(0x30, Buffer.alloc(300, "own"));
const foreign = element(0xa3, element(0x30, Buffer.alloc(300, "foreign")));

it("does not mistake data that a server chooses for a certificate", () => {
  const fields = [
    element(2, Buffer.from([1])),
    element(4, foreign),
    element(0xa3, own),
    element(0xaa, foreign),
  ];
  expect(certificateOf(element(0x30, Buffer.concat(fields)))).toEqual(own);
  const anonymous = [element(2, Buffer.from([1])), element(4, foreign), element(0xaa, foreign)];
  expect(certificateOf(element(0x30, Buffer.concat(anonymous)))).toBeNull();
});

it("finds no certificate in an invalid or truncated session", () => {
  const whole = element(0x30, Buffer.concat([element(4, Buffer.from("id")), element(0xa3, own)]));
  for (const session of [whole, withName("shop.example", whole)]) {
    expect(certificateOf(session)).toEqual(own);
    for (let length = 0; length < session.length; length += 1)
      expect(certificateOf(session.subarray(0, length))).toBeNull();
  }
  expect(certificateOf(undefined)).toBeNull();
  expect(certificateOf(element(0x31, element(0xa3, own)))).toBeNull();
  expect(certificateOf(Buffer.from([0x30, 0x80, 0xa3, 0x01, 0x00]))).toBeNull();
});
