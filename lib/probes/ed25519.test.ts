import { createHash, createPrivateKey, createPublicKey, randomBytes, sign, verify } from "node:crypto";
import { expect, it } from "vitest";
import { signEd25519 } from "./ed25519";

const PKCS8 = Buffer.from("302e020100300506032b657004220420", "hex");
const SPKI = Buffer.from("302a300506032b6570032100", "hex");

it.each([[32], [5], [71]])("signs with a secret of %d bytes", (length) => {
  for (let round = 0; round < 5; round += 1) {
    const [secret, message] = [randomBytes(length), randomBytes(32)];
    const { signature, publicKey } = signEd25519(secret, message);
    const key = createPublicKey({ key: Buffer.concat([SPKI, publicKey]), format: "der", type: "spki" });
    expect(verify(null, message, key, signature)).toBe(true);
    if (length !== 32) continue;
    const own = createPrivateKey({ key: Buffer.concat([PKCS8, secret]), format: "der", type: "pkcs8" });
    expect(signature.equals(sign(null, message, own))).toBe(true);
  }
});

it("derives MariaDB's public keys of passwords", () => {
  // select ed25519_password("secret"), from MariaDB's documentation.
  const { publicKey } = signEd25519(Buffer.from("secret"), createHash("sha256").digest());
  expect(publicKey.toString("base64").replace(/=$/, "")).toBe("ZIgUREUg5PVgQ6LskhXmO+eZLS0nC8be6HPjYWR4YJY");
});
