import { createECDH, createPrivateKey, randomBytes, webcrypto } from "node:crypto";
import { expect, test } from "vitest";
import { decryptAsBrowser, makeBrowser, vapidRefusal } from "@/lib/testing/providers/push-browser";
import { encryptFor, isPoint, PLAIN_MAX_BYTES } from "./encrypt";
import { makeVapidKey, vapidHeader } from "./vapid";

const bytes = (text: string) => Buffer.from(text, "base64url");

/** RFC 8291 §5 and appendix A. */
const EXAMPLE = {
  plain: Buffer.from("When I grow up, I want to be a watermelon"),
  auth: bytes("BTBZMqHH6r4Tts7J_aSIgg"),
  browserPrivate: "q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94",
  browserPublic: bytes(
    "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
  ),
  senderPrivate: bytes("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"),
  salt: bytes("DGv6ra1nlYgDCS1FRnbzlw"),
  body: bytes(
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN",
  ),
};

test("reproduces the example of RFC 8291 byte for byte", () => {
  const sender = createECDH("prime256v1");
  sender.setPrivateKey(EXAMPLE.senderPrivate);
  const keys = { p256dh: EXAMPLE.browserPublic, auth: EXAMPLE.auth };
  const body = encryptFor(EXAMPLE.plain, keys, { sender, salt: EXAMPLE.salt });
  expect(body.toString("base64url")).toBe(EXAMPLE.body.toString("base64url"));
});

test("the fake browser decrypts the RFC's own message", async () => {
  const { browserPublic: point, browserPrivate: d } = EXAMPLE;
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString("base64url"));
  const jwk = { kty: "EC", crv: "P-256", x, y, d };
  const p256 = { name: "ECDH", namedCurve: "P-256" };
  const privateKey = await webcrypto.subtle.importKey("jwk", jwk, p256, false, ["deriveBits"]);
  const read = await decryptAsBrowser(EXAMPLE.body, { privateKey, publicKey: point, auth: EXAMPLE.auth });
  expect(read.toString()).toBe(EXAMPLE.plain.toString());
});

test.each([0, 1, 500, PLAIN_MAX_BYTES])(
  "only the intended browser can decrypt a message of %i bytes",
  async (size) => {
    const [browser, other] = [await makeBrowser(), await makeBrowser()];
    const plain = randomBytes(size);
    const body = encryptFor(plain, { p256dh: browser.publicKey, auth: browser.auth });
    expect(body.length).toBeLessThanOrEqual(4096);
    expect((await decryptAsBrowser(body, browser)).equals(plain)).toBe(true);
    await expect(decryptAsBrowser(body, other)).rejects.toThrow();
    await expect(decryptAsBrowser(body, { ...browser, auth: other.auth })).rejects.toThrow();
  },
);

test("rejects a message that is too long for a push service", async () => {
  const { publicKey: p256dh, auth } = await makeBrowser();
  const tooLong = Buffer.alloc(PLAIN_MAX_BYTES + 1);
  expect(() => encryptFor(tooLong, { p256dh, auth })).toThrow("at most 3993 bytes; got 3994");
});

test("rejects a point that is not on the curve", async () => {
  const { publicKey } = await makeBrowser();
  expect(isPoint(publicKey)).toBe(true);
  expect(isPoint(Buffer.concat([publicKey.subarray(0, 64), Buffer.from([(publicKey[64] ?? 0) ^ 1])]))).toBe(
    false,
  );
});

test("the header identifies the installation to one push service for less than a day", async () => {
  const key = makeVapidKey();
  const endpoint = "https://push.example.net/wpush/v2/abc?d=e";
  const header = vapidHeader(key, endpoint, "mailto:ops@example.com", new Date());
  expect(await vapidRefusal(header, "https://push.example.net", key.publicKey)).toBeNull();
  expect(await vapidRefusal(header, "https://push.example.org", key.publicKey)).toContain("aud");
  expect(await vapidRefusal(header, "https://push.example.net", makeVapidKey().publicKey)).toContain("key");
  const late = vapidHeader(key, endpoint, "mailto:ops@example.com", new Date(Date.now() - 13 * 3600_000));
  expect(await vapidRefusal(late, "https://push.example.net", null)).toContain("exp");
  const forged = header.replace(/k=.*/, `k=${makeVapidKey().publicKey}`);
  expect(await vapidRefusal(forged, "https://push.example.net", null)).toBe("wrong signature");
  expect(header).not.toContain(JSON.parse(key.privateKey).d);
  expect(createPrivateKey({ key: JSON.parse(key.privateKey), format: "jwk" }).asymmetricKeyType).toBe("ec");
});
