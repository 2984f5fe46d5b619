import { constants, crc32, deflateRawSync, deflateSync } from "node:zlib";
import { expect, test } from "vitest";
import { MAX_COMPONENTS } from "@/lib/contract/status-pages/components";
import { makeMonitor } from "@/lib/testing/checks";
import { BLOCK_MAX_MS, type Cost, costOf } from "@/lib/testing/limits/cost";
import { useAcmePage } from "@/lib/testing/pages/acme-page";

const frontDoor = useAcmePage();
const MB = 1024 * 1024;

const MEMORY_MAX_MB = 1000;

/** The largest page with the longest names, where 100 ms was exceeded on slow machines. */
const LARGEST_BLOCK_MAX_MS = 150;

function expectCheap({ longestBlockMs, grewMb, childMb }: Cost<unknown>, blockMaxMs = BLOCK_MAX_MS): void {
  expect(longestBlockMs).toBeLessThan(blockMaxMs);
  expect(grewMb).toBeLessThan(MEMORY_MAX_MB);
  expect(childMb).toBeLessThan(MEMORY_MAX_MB);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const [length, crc] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  crc.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, crc]);
}

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const png = (...chunks: Buffer[]) => Buffer.concat([SIGNATURE, ...chunks, chunk("IEND", Buffer.alloc(0))]);
const RGBA = 6;

function header(width: number, height: number, { bits = 8, interlaced = 0 } = {}): Buffer {
  const data = Buffer.alloc(13);
  data.writeUInt32BE(width);
  data.writeUInt32BE(height, 4);
  data.set([bits, RGBA, 0, 0, interlaced], 8);
  return chunk("IHDR", data);
}

const idat = (bytes: number) => chunk("IDAT", deflateSync(Buffer.alloc(bytes)));

/** A compressed stream of 500 MB of zeros, which no decoder may unpack. */
function bomb(): Buffer {
  const part = deflateRawSync(Buffer.alloc(50 * MB), { level: 9, finishFlush: constants.Z_FULL_FLUSH });
  return Buffer.concat([Buffer.from([0x78, 0xda]), ...Array.from({ length: 10 }, () => part)]);
}

const jpeg = (bytes: number) =>
  Buffer.concat([Buffer.from("ffd8ffe00002", "hex"), Buffer.alloc(bytes, "fffe0002", "hex")]);

const comments = Array.from({ length: 65_000 }, () => chunk("tEXt", Buffer.from("a\0")));
const profile = chunk("iCCP", Buffer.concat([Buffer.from("a\0\0"), bomb()]));

test.each([
  [
    "PNG of 4 million interlaced pixels and 65,000 other chunks",
    png(header(2000, 2000, { bits: 16, interlaced: 1 }), ...comments, idat(2000 * 17_000)),
  ],
  ["PNG of a billion pixels in 1 KB", png(header(32_000, 32_000), idat(1_000_000))],
  ["PNG that unpacks to 500 MB for four pixels", png(header(2, 2), chunk("IDAT", bomb()))],
  [
    "PNG with a color profile of 500 MB that ends within its pixels",
    png(header(1000, 1000), profile, idat(1000 * 4001)).subarray(0, -100),
  ],
  ["JPEG of 1 MiB of empty comments", jpeg(MB - 100)],
] as const)(
  "%s doesn't block others, neither as an upload nor in the page's image",
  async (name, content) => {
    const subdomain = `logo-${crc32(name)}`;
    expect(content.length).toBeLessThan(MB);
    const type = name.startsWith("PNG") ? "png" : "jpeg";
    const logo_light = `data:image/${type};base64,${content.toString("base64")}`;
    expectCheap(await costOf(() => frontDoor.makePage({ subdomain, logo_light })));
    const image = await costOf(() => frontDoor.ask(`/status/${subdomain}/opengraph-image`));
    expect([image.result.status, image.result.headers["content-type"]]).toEqual([200, "image/png"]);
    expectCheap(image);
  },
);

test("the image of a page with as many components as are allowed, with the longest names, doesn't block others", async () => {
  const ids = await Promise.all(
    Array.from({ length: MAX_COMPONENTS }, () => makeMonitor(frontDoor.scene.projectId)),
  );
  const components = ids.map((id) => ({
    componentable_type: "uptime/monitor",
    componentable_id: id,
    display_name: "W".repeat(100),
  }));
  await frontDoor.makePage({ subdomain: "large", name: "W".repeat(30), title: "W".repeat(30), components });
  // Code that runs for the first time isn't what a visitor makes others wait for.
  await frontDoor.ask("/status/large");
  const image = await costOf(() => frontDoor.ask("/status/large/opengraph-image"));
  expect(image.result.status).toBe(200);
  expectCheap(image, LARGEST_BLOCK_MAX_MS);
});
