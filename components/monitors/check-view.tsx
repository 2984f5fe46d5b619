import { useProtocols } from "@/components/page/protocols";
import { ExchangeView } from "@/components/ui/exchange-view";
import { StateMark } from "@/components/ui/state-mark";
import type { CertificateFacts, ProbePhase } from "@/lib/contract/checks/check";
import type { RegionCheck } from "@/lib/contract/checks/check-now";
import type { Region } from "@/lib/contract/core/regions";
import { expiryWords } from "@/lib/presenters/checks/certificate-expiry";
import type { CheckRun } from "@/lib/presenters/checks/check-run";
import { brokenPhase } from "@/lib/presenters/checks/result-phases";
import { micros } from "@/lib/presenters/core/format";
import { detailLines } from "@/lib/presenters/monitors/protocols";
import { regionLabel } from "@/lib/presenters/monitors/region-labels";
import { now } from "@/lib/shared/clock";
import { PhaseBars } from "./results/phase-bars";

function RegionRun({
  region,
  phases,
  result,
}: {
  region: Region;
  phases: readonly ProbePhase[];
  result?: RegionCheck | undefined;
}) {
  const protocols = useProtocols();
  const seen = result?.phases.length ? result.phases : phases;
  return (
    <div className="space-y-3 py-3 first:pt-0 last:pb-0">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="font-medium">{regionLabel(region)}</span>
        {result ? (
          <StateMark state={result.outcome} size="sm" />
        ) : (
          <span className="animate-breathe text-[13px] text-muted">Checking…</span>
        )}
        {result && (
          <span className="text-[13px] text-muted tabular">
            {result.status_code !== null && !saysStatus(result) && `HTTP ${result.status_code} · `}
            {micros(result.timings.total)}
            {result.remote_address && ` · ${result.remote_address}`}
          </span>
        )}
      </div>
      <PhaseBars phases={seen} broken={result ? brokenPhase(result, seen) : null} />
      {result?.error && (
        <p className={result.outcome === "inconclusive" ? "text-warn" : "text-down"}>
          {result.error.message}
        </p>
      )}
      {result && result.redirects.length > 0 && (
        <p className="text-[13px] break-all">
          <span className="text-muted">Redirected to</span> {result.redirects.join(" → ")}
        </p>
      )}
      {detailLines(protocols, result?.details).map(({ label, text }) => (
        <p key={label} className="text-[13px] break-words">
          <span className="text-muted">{label}</span> {text}
        </p>
      ))}
      {result?.certificate && <CertificateLine certificate={result.certificate} />}
      {result?.assertions.filter(addsToStatus(result)).map((assertion) => (
        <p key={`${assertion.type}${assertion.selector}${assertion.expected}`} className="text-[13px]">
          <StateMark state={assertion.passed ? "up" : "down"} word={false} />{" "}
          {assertion.type.replaceAll("_", " ")} {assertion.selector} {assertion.operator.replaceAll("_", " ")}{" "}
          <code className="font-mono">{assertion.expected}</code>
          {!assertion.passed && assertion.actual !== null && (
            <span className="text-muted"> · got {assertion.actual}</span>
          )}
        </p>
      ))}
      {result?.warnings.map((warning) => (
        <p key={warning} className="text-[13px] text-warn">
          {warning}
        </p>
      ))}
      {result?.trace && <ExchangeView title="Request and response" exchange={result.trace} />}
    </div>
  );
}

function CertificateLine({ certificate }: { certificate: CertificateFacts }) {
  const { subject_common_name, subject_alternative_names, issuer_common_name, expires_first } = certificate;
  const expiry = expiryWords((expires_first ?? certificate).not_after, null, now());
  return (
    <p className="text-[13px] break-words">
      <span className="text-muted">Certificate</span>{" "}
      {subject_common_name ?? subject_alternative_names[0] ?? "no name"}
      {issuer_common_name && `, issued by ${issuer_common_name}`},{" "}
      {expiry.state === "expired" ? expiry.text : `expires ${expiry.text}`}
      {expires_first && ` with its intermediate certificate ${expires_first.subject_common_name ?? ""}`}
    </p>
  );
}

/** Returns whether the error starts with the status code, which is then said only there. */
function saysStatus({ error, status_code }: RegionCheck): boolean {
  return error?.message.startsWith(`HTTP ${status_code}`) ?? false;
}

/** Leaves out the assertion about the status code if the shown status or error already says its result. */
function addsToStatus(result: RegionCheck) {
  return ({ type, passed }: RegionCheck["assertions"][number]) =>
    type !== "status_code" || !(passed || saysStatus(result));
}

/** Shows a running or finished check by region. */
export function CheckView({ run, regions }: { run: CheckRun; regions: readonly Region[] }) {
  if (run.state === "failed") {
    return (
      <p role="alert" className="text-down">
        {run.message}
      </p>
    );
  }
  return (
    <div className="divide-y divide-line" aria-live="polite" aria-busy={run.state === "running"}>
      {regions.map((region) => (
        <RegionRun
          key={region}
          region={region}
          phases={run.phases[region] ?? []}
          result={run.results[region]}
        />
      ))}
    </div>
  );
}
