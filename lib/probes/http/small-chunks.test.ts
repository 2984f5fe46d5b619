import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, it } from "vitest";
import { BODY_BYTES_MAX, ResponseReader } from "./response";

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;

function aliveBytes(): number {
  collect();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

it("uses only the memory of its bytes for a body in one-byte chunks", () => {
  const reader = new ResponseReader("GET");
  reader.push(Buffer.from("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"));
  const chunks = Buffer.from("1\r\na\r\n".repeat(8192));
  const before = aliveBytes();
  for (let sent = 0; sent < BODY_BYTES_MAX; sent += 8192) reader.push(chunks);
  const grownMib = (aliveBytes() - before) / 2 ** 20;
  const answered = reader.push(Buffer.from("0\r\n\r\n"));
  expect(answered?.body).toHaveLength(BODY_BYTES_MAX);
  expect(answered?.extent).toBe("whole");
  expect(grownMib).toBeLessThan(4);
});
