import { Card } from "@/components/ui/card";
import { Time } from "@/components/ui/time";
import type { Result } from "@/lib/contract/results";

/** The certificate that the latest check saw. */
export function CertificateCard({ result }: { result: Result | undefined }) {
  const certificate = result?.certificate;
  if (!certificate) return null;
  const rows: [string, React.ReactNode][] = [
    ["Subject", certificate.subject_common_name ?? "–"],
    ["Names", certificate.subject_alternative_names.join(", ") || "–"],
    [
      "Issuer",
      [certificate.issuer_organization, certificate.issuer_common_name].filter(Boolean).join(" · ") || "–",
    ],
    ["Expires", <Time key="at" at={certificate.not_after} />],
    [
      "Serial number",
      <code key="serial" className="font-mono text-[13px] break-all">
        {certificate.serial_number}
      </code>,
    ],
  ];
  return (
    <Card title="Certificate">
      <dl className="grid gap-x-6 gap-y-2 sm:grid-cols-[140px_1fr]">
        {rows.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-muted">{name}</dt>
            <dd className="min-w-0 break-words">{value}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}
