import { CopyButton } from "@/components/ui/copy";
import type { DomainRecord } from "@/lib/contract/status-pages/domain";
import type { DomainOption } from "@/lib/presenters/status-pages/domain-view";

/** Shows the records of one way to prove a domain, each part with a button that copies it. */
export function DomainRecords({ option, titled = false }: { option: DomainOption; titled?: boolean }) {
  return (
    <div className="space-y-2">
      {titled && <p className="font-medium">{option.title}</p>}
      {option.note && <p className="text-[13px] text-muted">{option.note}</p>}
      {option.records.map((record) => (
        <RecordBox key={`${record.type} ${record.value}`} record={record} />
      ))}
    </div>
  );
}

function RecordBox({ record: { type, name, value } }: { record: DomainRecord }) {
  return (
    <dl className="divide-y divide-line rounded-lg border border-line text-[13px]">
      <Part label="Type" text={type} />
      <Part label="Name" text={name} copy={`Copy ${type} name`} />
      <Part label="Value" text={value} copy={`Copy ${type} value`} />
    </dl>
  );
}

function Part({ label, text, copy }: { label: string; text: string; copy?: string }) {
  return (
    <div className="flex items-center gap-3 px-3 py-1.5">
      <dt className="w-12 shrink-0 text-muted">{label}</dt>
      <dd className="flex min-w-0 flex-1 items-center justify-between gap-3">
        <code className="min-w-0 font-mono break-all">{text}</code>
        {copy && <CopyButton text={text} name={copy} />}
      </dd>
    </div>
  );
}
