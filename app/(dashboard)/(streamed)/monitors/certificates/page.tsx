import { CertificateList } from "@/components/monitors/certificates/certificate-list";
import { certificateReads } from "@/lib/client/reads/monitor-reads";
import { routes } from "@/lib/client/routes";
import { Prefetched, prefetch } from "@/lib/http/loaders/prefetch";

export const metadata = { title: "Certificates" };

export default function CertificatesPage() {
  return (
    <Prefetched reads={[prefetch(routes.listCertificates, certificateReads(1))]}>
      <CertificateList />
    </Prefetched>
  );
}
