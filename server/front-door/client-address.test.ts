import { expect, it } from "vitest";
import { clientBucket, inRanges, parseRanges } from "@/lib/shared/address-ranges";
import { clientAddress, isTrustedPeer } from "./front-door";

const proxies = parseRanges(["10.0.0.0/8", "2001:db8::/32"]);

it("trusts X-Forwarded-For only as far as trusted proxies wrote it", () => {
  expect(clientAddress("203.0.113.7", "1.2.3.4", proxies)).toBe("203.0.113.7");
  expect(clientAddress("10.0.0.1", "1.2.3.4", [])).toBe("10.0.0.1");
  expect(clientAddress("::ffff:10.0.0.1", "6.6.6.6, 198.51.100.4, 10.9.9.9", proxies)).toBe("198.51.100.4");
  expect(clientAddress("10.0.0.1", "6.6.6.6, garbage", proxies)).toBe("10.0.0.1");
  expect(isTrustedPeer("2001:db8::5", proxies)).toBe(true);
});

it("matches ranges by prefix, including mapped addresses, and never across families", () => {
  expect(inRanges("192.0.2.129", parseRanges(["192.0.2.130/25"]))).toBe(true);
  expect(inRanges("192.0.2.1", parseRanges(["192.0.2.130/25"]))).toBe(false);
  expect(inRanges("10.1.2.3", parseRanges(["::ffff:10.0.0.0/104"]))).toBe(true);
  expect(inRanges("::ffff:10.1.2.3", parseRanges(["10.0.0.0/8"]))).toBe(true);
  expect(inRanges("::1", parseRanges(["0.0.0.0/1"]))).toBe(false);
  expect(inRanges("not an address", proxies)).toBe(false);
});

it("counts the clients of an IPv6 /64 as one in any spelling, and IPv4 addresses separately", () => {
  expect(clientBucket("2001:db8:1:2::1")).toBe("2001:db8:1:2::/64");
  expect(clientBucket("2001:DB8:1:2:ffff:ffff:ffff:ffff")).toBe("2001:db8:1:2::/64");
  expect(clientBucket("2001:db8:1:3::1")).toBe("2001:db8:1:3::/64");
  expect(clientBucket("fe80::1%eth0")).toBe("fe80::/64");
  expect(clientBucket("::ffff:192.0.2.1")).toBe("192.0.2.1");
  expect(clientBucket("192.0.2.1")).toBe("192.0.2.1");
  expect(clientBucket("unknown")).toBe("unknown");
});
