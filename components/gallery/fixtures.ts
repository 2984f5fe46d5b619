import type { ProbePhase } from "@/lib/contract/checks/check";
import type { RegionCheck } from "@/lib/contract/checks/check-now";
import { type CheckRun, IDLE_RUN } from "@/lib/presenters/checks/check-run";

const took = {
  dns: 3700,
  connect: 12_400,
  tls: 24_100,
  send: 300,
  first_byte: 64_000,
  transfer: 900,
} as const;

export const PHASES: ProbePhase[] = (Object.keys(took) as (keyof typeof took)[]).map((phase) => ({
  region: "eu-deu-fra",
  phase,
  took_us: took[phase],
  detail: null,
}));

const up: RegionCheck = {
  region: "eu-deu-fra",
  outcome: "up",
  status_code: 200,
  error: null,
  timings: { total: 105_400, ...took },
  remote_address: "192.0.2.10",
  phases: PHASES,
  assertions: [
    { type: "status_code", operator: "in", selector: null, expected: "2xx,30x", actual: "200", passed: true },
  ],
  warnings: ["The certificate expires in 9 days."],
  redirects: ["https://www.example.com/"],
  certificate: {
    fingerprint_sha256: "6A:1F",
    serial_number: "045C9E",
    subject_common_name: "www.example.com",
    subject_alternative_names: ["www.example.com"],
    issuer_common_name: "R11",
    issuer_organization: "Let's Encrypt",
    not_before: "2026-01-01T00:00:00.000Z",
    not_after: "2126-01-01T00:00:00.000Z",
  },
  trace: null,
};
const down: RegionCheck = {
  ...up,
  region: "na-usa-iad",
  outcome: "down",
  status_code: 503,
  error: { code: "assertion_failed", message: "HTTP 503 (expected 2xx or 30x)" },
  assertions: [
    {
      type: "status_code",
      operator: "in",
      selector: null,
      expected: "2xx,30x",
      actual: "503",
      passed: false,
    },
  ],
  warnings: [],
  redirects: [],
  certificate: null,
  trace: {
    method: "GET",
    url: "https://example.com/health",
    request_headers: [{ name: "Authorization", value: "[redacted]" }],
    status_code: 503,
    response_headers: [{ name: "content-type", value: "text/plain" }],
    body: "no database",
    body_bytes: 11,
  },
};

export const RUNNING_RUN: CheckRun = {
  ...IDLE_RUN,
  state: "running",
  phases: { "eu-deu-fra": PHASES.slice(0, 3) },
};
export const DONE_RUN: CheckRun = {
  ...IDLE_RUN,
  state: "done",
  results: { "eu-deu-fra": up, "na-usa-iad": down },
};
export const FAILED_RUN: CheckRun = {
  ...IDLE_RUN,
  state: "failed",
  message: "The address 169.254.169.254 may not be checked.",
};

export const STRIP_CELLS = Array.from({ length: 24 }, (_, hour) => ({
  at: `2026-01-01T${String(hour).padStart(2, "0")}:00:00Z`,
  up: hour < 4 ? 0 : 60,
  down: hour === 9 ? 55 : hour === 10 ? 200 : hour === 11 ? 6 : 0,
  p50: hour < 4 ? null : 80 + ((hour * 37) % 50),
}));
