import { Card } from "@/components/ui/card";
import { Time } from "@/components/ui/time";
import type { Certificate } from "@/lib/contract/certificates";

/** Certificates that checks saw, newest first: those in use in full, those before them by name and expiry. */
export function CertificateCard({ certificates }: { certificates: readonly Certificate[] }) {
  const inUse = certificates.filter(({ active }) => active);
  const earlier = certificates.filter(({ active }) => !active);
  if (certificates.length === 0) return null;
  return (
    <Card title={inUse.length > 1 ? "Certificates" : "Certificate"}>
      {inUse.length > 1 && (
        <p className="mb-3 text-[13px] text-muted">
          Checks see {inUse.length} certificates: of several servers, or on the way of a redirect.
        </p>
      )}
      <div className="space-y-4">
        {inUse.map((certificate) => (
          <Facts key={certificate.id} certificate={certificate} />
        ))}
      </div>
      {earlier.length > 0 && <Earlier certificates={earlier} />}
    </Card>
  );
}

function Facts({ certificate }: { certificate: Certificate }) {
  const { issuer_organization, issuer_common_name } = certificate;
  const rows: [string, React.ReactNode][] = [
    ["Subject", certificate.subject_common_name ?? "–"],
    ["Names", certificate.subject_alternative_names.join(", ") || "–"],
    ["Issuer", [issuer_organization, issuer_common_name].filter(Boolean).join(" · ") || "–"],
    ["Expires", <Time key="at" at={certificate.not_after} />],
    ["Sent along", <Chain key="chain" chain={certificate.chain} />],
    ["Seen first", <Time key="seen" at={certificate.created_at} />],
    [
      "Serial number",
      <code key="serial" className="font-mono text-[13px] break-all">
        {certificate.serial_number}
      </code>,
    ],
  ];
  return (
    <dl className="grid gap-x-6 gap-y-2 sm:grid-cols-[140px_1fr]">
      {rows.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-muted">{name}</dt>
          <dd className="min-w-0 break-words">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The certificates above it: without them some visitors can't trace it to one that they trust. */
function Chain({ chain }: { chain: Certificate["chain"] }) {
  if (chain.length === 0) return "No other certificates";
  return (
    <ol className="space-y-1">
      {chain.map((link) => (
        <li key={link.fingerprint_sha256}>
          {link.subject_common_name ?? "unnamed"}, expires <Time at={link.not_after} />
        </li>
      ))}
    </ol>
  );
}

function Earlier({ certificates }: { certificates: readonly Certificate[] }) {
  return (
    <details className="mt-3">
      <summary className="text-[13px] text-muted">
        {certificates.length} earlier {certificates.length === 1 ? "certificate" : "certificates"}
      </summary>
      <ul className="mt-2 space-y-1 text-[13px]">
        {certificates.map((certificate) => (
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
  );
}
