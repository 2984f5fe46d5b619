import { createHash } from "node:crypto";

// Ed25519 (RFC 8032) with a secret of any length, as MariaDB derives it from a password. Node takes only secrets of 32 bytes.

const P = 2n ** 255n - 19n;
const ORDER = 2n ** 252n + 27742317777372353535851937790883648493n;
const D = mod(-121665n * inverse(121666n));

/** X, Y, Z, and T of extended coordinates (RFC 8032 §5.1.4). */
type Point = readonly [bigint, bigint, bigint, bigint];

const BASE_X = 15112221349535400772501151409588531511454012693041857206046113283949847762202n;
const BASE_Y = mod(4n * inverse(5n));
const BASE: Point = [BASE_X, BASE_Y, 1n, mod(BASE_X * BASE_Y)];

function mod(value: bigint, by = P): bigint {
  const rest = value % by;
  return rest < 0n ? rest + by : rest;
}

function inverse(value: bigint): bigint {
  let [base, exponent, result] = [mod(value), P - 2n, 1n];
  for (; exponent > 0n; exponent >>= 1n) {
    if (exponent & 1n) result = mod(result * base);
    base = mod(base * base);
  }
  return result;
}

function add([x1, y1, z1, t1]: Point, [x2, y2, z2, t2]: Point): Point {
  const a = mod((y1 - x1) * (y2 - x2));
  const b = mod((y1 + x1) * (y2 + x2));
  const c = mod(2n * t1 * t2 * D);
  const d = mod(2n * z1 * z2);
  const [e, f, g, h] = [b - a, d - c, d + c, b + a];
  return [mod(e * f), mod(g * h), mod(f * g), mod(e * h)];
}

function multiple(scalar: bigint): Buffer {
  let [sum, doubled]: [Point, Point] = [[0n, 1n, 1n, 0n], BASE];
  for (let left = scalar; left > 0n; left >>= 1n) {
    if (left & 1n) sum = add(sum, doubled);
    doubled = add(doubled, doubled);
  }
  const [x, y, z] = sum;
  const scale = inverse(z);
  return bytesOf(mod(y * scale) | ((mod(x * scale) & 1n) << 255n));
}

const numberOf = (bytes: Buffer) => BigInt(`0x${Buffer.from(bytes).reverse().toString("hex")}`);
const bytesOf = (value: bigint) => Buffer.from(value.toString(16).padStart(64, "0"), "hex").reverse();

function hash(...parts: Buffer[]): Buffer {
  return createHash("sha512").update(Buffer.concat(parts)).digest();
}

/** Signs a message, and returns the public key that verifies it. */
export function signEd25519(secret: Buffer, message: Buffer): { signature: Buffer; publicKey: Buffer } {
  const expanded = hash(secret);
  const scalar = (numberOf(expanded.subarray(0, 32)) & ((1n << 254n) - 8n)) | (1n << 254n);
  const publicKey = multiple(scalar);
  const nonce = mod(numberOf(hash(expanded.subarray(32), message)), ORDER);
  const point = multiple(nonce);
  const challenge = mod(numberOf(hash(point, publicKey, message)), ORDER);
  const signature = Buffer.concat([point, bytesOf(mod(nonce + challenge * scalar, ORDER))]);
  return { signature, publicKey };
}
