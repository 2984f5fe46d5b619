import { expect, it } from "vitest";
import type { CertificateFacts } from "@/lib/contract/check";
import { certificateWarning } from "./certificate-warning";

const facts: CertificateFacts = {
  fingerprint_sha256: "AA",
  serial_number: "1",
  subject_common_name: "intranet.example",
  subject_alternative_names: [],
  issuer_common_name: "Own",
  issuer_organization: null,
  not_before: "2026-01-01T00:00:00.000Z",
  not_after: "2027-01-01T00:00:00.000Z",
};

it("a certificate without alternative names is taken here, and no browser shows its page: that is told", () => {
  expect(certificateWarning(facts)).toMatch(/common name only/);
  expect(certificateWarning({ ...facts, subject_alternative_names: ["intranet.example"] })).toBeNull();
  expect(certificateWarning(null)).toBeNull();
});
