import { Card } from "@/components/ui/card";
import { Time } from "@/components/ui/time/time";
import type { Certificate } from "@/lib/contract/checks/certificates";
import { expiryWords } from "@/lib/presenters/checks/certificate-expiry";
import { now } from "@/lib/shared/clock";
import { CertificateExpires } from "./certificate-expires";

/** Lists the certificates that checks found, newest first: current ones in full, earlier ones by name and expiry. */
export function CertificateCard({ certificates }: { certificates: readonly Certificate[] }) {
  const inUse = certificates.filter(({ active }) => active);
  const earlier = certificates.filter(({ active }) => !active);
  if (certificates.length === 0) return null;
  return (
    <Card title={inUse.length > 1 ? "Certificates" : "Certificate"} flush>
      {inUse.length > 1 && (
        <p className="px-4 pt-4 text-[13px] text-muted">
          Checks find {inUse.length} certificates, from several servers or from a redirect.
        </p>
      )}
      <div className="divide-y divide-line">
        {inUse.map((certificate) => (
          <Served key={certificate.id} certificate={certificate} />
        ))}
        {earlier.length > 0 && <Earlier certificates={earlier} />}
      </div>
    </Card>
  );
}

/** Shows a server's certificate and the chain it sends. */
function Served({ certificate }: { certificate: Certificate }) {
  const { issuer_organization, issuer_common_name } = certificate;
  const { expires_at, expires_first, not_after, warned_days } = certificate;
  const expiry = expiryWords(expires_at, warned_days, now());
  return (
    <div className="p-4">
      <dl className="grid gap-x-6 gap-y-2 sm:grid-cols-[140px_1fr]">
        <Fact name="Subject">{certificate.subject_common_name ?? "–"}</Fact>
        <Fact name="Alternative names">{certificate.subject_alternative_names.join(", ") || "–"}</Fact>
        <Fact name="Issuer">
          {[issuer_organization, issuer_common_name].filter(Boolean).join(" · ") || "–"}
        </Fact>
        <Fact name="Expires">
          <CertificateExpires at={expires_at} expiry={expiry} />
          <p className="text-[13px] text-muted">{expiry.reason}</p>
          {expires_first !== null && (
            <p className="text-[13px]">
              The intermediate certificate {expires_first} expires first. The server's own certificate is
              valid until <Time at={not_after} as="date" />.
            </p>
          )}
        </Fact>
        <Fact name="First seen">
          <Time at={certificate.created_at} />
        </Fact>
        <Fact name="Serial number">
          <code className="font-mono text-[13px] break-all">{certificate.serial_number}</code>
        </Fact>
      </dl>
      <dl className="mt-4 grid gap-x-6 gap-y-2 border-t border-line pt-4 sm:grid-cols-[140px_1fr]">
        <Fact name="Chain">
          <Chain certificate={certificate} />
        </Fact>
      </dl>
    </div>
  );
}

function Fact({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <div className="sm:contents">
      <dt className="text-muted max-sm:text-[13px]">{name}</dt>
      <dd className="min-w-0 break-words">{children}</dd>
    </div>
  );
}

/** Lists the intermediate certificates. Without them, some visitors can't verify the certificate. */
function Chain({ certificate }: { certificate: Certificate }) {
  const { chain, warned_days } = certificate;
  if (chain.length === 0) return "No intermediate certificates";
  return (
    <ol className="space-y-2">
      {chain.map((link) => (
        <li key={link.fingerprint_sha256}>
          <p>{link.subject_common_name ?? "unnamed"}</p>
          <p className="text-[13px]">
            <span className="text-muted">expires</span>{" "}
            <CertificateExpires
              at={link.not_after}
              expiry={expiryWords(link.not_after, warned_days, now())}
            />
          </p>
        </li>
      ))}
    </ol>
  );
}

function Earlier({ certificates }: { certificates: readonly Certificate[] }) {
  return (
    <details className="px-4 py-3">
      <summary className="fold-text">
        {certificates.length} earlier {certificates.length === 1 ? "certificate" : "certificates"}
      </summary>
      <ul className="mt-2 space-y-1 text-[13px]">
        {certificates.map((certificate) => (
          <li key={certificate.id} className="flex flex-wrap justify-between gap-x-4">
            <span className="min-w-0 break-words">
              {certificate.subject_common_name ?? certificate.serial_number}
            </span>
            <span className="text-muted">
              first seen <Time at={certificate.created_at} />, expires{" "}
              <Time at={certificate.not_after} as="date" />
            </span>
          </li>
        ))}
      </ul>
    </details>
  );
}
