import { describe, expect, it } from "vitest";
import { addressRefusal, policyFrom } from "./policy";

const closed = policyFrom([]);
const home = policyFrom(
  "127.0.0.0/8 ::1/128 10.0.0.0/8 172.16.0.0/12 192.168.0.0/16 fc00::/7 169.254.0.0/16".split(" "),
);

const SPECIAL = [
  ..."127.0.0.1 0.0.0.0 10.1.2.3 172.31.255.255 192.168.0.1 169.254.1.1 100.64.0.1 192.0.0.1".split(" "),
  ..."192.0.2.1 198.18.0.1 203.0.113.1 224.0.0.1 240.0.0.1 255.255.255.255 :: ::1 ::7f00:1".split(" "),
  ..."::ffff:127.0.0.1 ::ffff:7f00:1 64:ff9b::7f00:1 2002:7f00:1:: 2001::1 fc00::1 fd12:3456::1".split(" "),
  ..."fe80::1 ff02::1 2001:db8::1 fec0::1 4000::1".split(" "),
  "not an address",
  "",
];
const METADATA =
  "169.254.169.254 fd00:ec2::254 168.63.129.16 100.100.100.200 192.0.0.192 ::ffff:169.254.169.254".split(" ");

describe("decides which addresses may be connected to", () => {
  it.each(SPECIAL)("refuses %s by default", (address) =>
    expect(addressRefusal(address, closed)).not.toBeNull(),
  );
  it.each(METADATA)("refuses %s even when its range is open", (address) =>
    expect(addressRefusal(address, home)).toContain("metadata"),
  );
  it.each(["8.8.8.8", "2606:4700::1111", "::ffff:8.8.8.8"])("allows %s", (address) =>
    expect(addressRefusal(address, closed)).toBeNull(),
  );
  it.each(["127.0.0.1", "10.1.2.3", "::1", "fd12::1", "::ffff:192.168.1.1"])(
    "allows %s when its range is open",
    (address) => expect(addressRefusal(address, home)).toBeNull(),
  );

  const gateway = policyFrom(["64:ff9b::/96", "::/0", "10.0.0.0/8"]);
  it.each([
    ..."64:ff9b::a9fe:a9fe 64:ff9b:1::a9fe:a9fe 2002:a9fe:a9fe::1 2001:0:1:1::5601:5601".split(" "),
    ..."::ffff:0:a9fe:a9fe ::a9fe:a9fe fe80::200:5efe:a9fe:a9fe fd00:ec2::23 fd00:42::42".split(" "),
  ])("refuses %s, which is or embeds a metadata address, when all of IPv6 is open", (address) =>
    expect(addressRefusal(address, gateway)).toContain("metadata"),
  );
  it("treats private addresses behind an open gateway like the addresses themselves", () => {
    expect(addressRefusal("64:ff9b::a00:1", gateway)).toBeNull();
    expect(addressRefusal("64:ff9b::808:808", gateway)).toBeNull();
    expect(addressRefusal("64:ff9b::c0a8:1", gateway)).toMatch(
      /^64:ff9b::c0a8:1 leads to an IPv4 address; 192\.168\.0\.1 is a private/,
    );
    expect(addressRefusal("64:ff9b::808:808", closed)).toContain("rfc6052");
  });
  it("allows an IPv6 address that embeds no IPv4 address", () => {
    for (const address of ["::1", "fd00::5efe", "2606:4700::1111"])
      expect(addressRefusal(address, policyFrom(["::1/128", "fc00::/7"]))).toBeNull();
  });
});
