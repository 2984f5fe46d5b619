import { Card } from "@/components/ui/card";
import { Time } from "@/components/ui/time";
import type { Certificate } from "@/lib/contract/certificates";

/** Certificates that checks saw, newest first: the one in use in full, those before it by name and expiry. */
export function CertificateCard({ certificates }: { certificates: readonly Certificate[] }) {
  const [active, ...earlier] = certificates;
  if (!active) return null;
  const rows: [string, React.ReactNode][] = [
    ["Subject", active.subject_common_name ?? "–"],
    ["Names", active.subject_alternative_names.join(", ") || "–"],
    ["Issuer", [active.issuer_organization, active.issuer_common_name].filter(Boolean).join(" · ") || "–"],
    ["Expires", <Time key="at" at={active.not_after} />],
    ["Seen first", <Time key="seen" at={active.created_at} />],
    [
      "Serial number",
      <code key="serial" className="font-mono text-[13px] break-all">
        {active.serial_number}
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
      {earlier.length > 0 && (
        <details className="mt-3">
          <summary className="text-[13px] text-muted">
            {earlier.length} earlier {earlier.length === 1 ? "certificate" : "certificates"}
          </summary>
          <ul className="mt-2 space-y-1 text-[13px]">
            {earlier.map((certificate) => (
              <li key={certificate.id} className="flex flex-wrap justify-between gap-x-4">
                <span className="min-w-0 break-words">
                  {certificate.subject_common_name ?? certificate.serial_number}
                </span>
                <span className="text-muted">
                  seen <Time at={certificate.created_at} />, expires <Time at={certificate.not_after} />
                </span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </Card>
  );
}
