import { ChevronRight } from "lucide-react";
import type { CheckTrace } from "@/lib/contract/checks/check";

/** What a failing check asked and got: headers with secrets replaced and the beginning of the body. Folded away, or `open` at first. */
export function TraceView({
  title,
  trace,
  open = false,
}: {
  title: string;
  trace: CheckTrace;
  open?: boolean;
}) {
  const request = [`${trace.method} ${trace.url}`, ...trace.request_headers.map(line)].join("\n");
  const response = [
    trace.status_code === null ? "No whole answer came" : `HTTP ${trace.status_code}`,
    ...trace.response_headers.map(line),
  ].join("\n");
  return (
    <details className="group/trace mt-2 rounded-lg border border-line bg-surface" open={open}>
      <summary className="flex list-none items-center gap-1.5 px-3 py-2 text-[13px] hover:bg-hover [&::-webkit-details-marker]:hidden">
        <ChevronRight
          className="size-4 shrink-0 text-muted transition-transform group-open/trace:rotate-90"
          aria-hidden="true"
        />
        <span className="font-medium">{title}</span>
        <span className="ml-auto shrink-0 text-muted">members only</span>
      </summary>
      <div className="space-y-3 border-t border-line px-3 py-3">
        <Part label="Request" text={request} />
        <Part label="Answer" text={response} />
        {trace.body && <Part label={bodyLabel(trace)} text={trace.body} />}
        {!trace.body && trace.body_bytes > 0 && (
          <p className="text-[13px] text-muted">A body of {trace.body_bytes} bytes came that is not shown.</p>
        )}
      </div>
    </details>
  );
}

function Part({ label, text }: { label: string; text: string }) {
  return (
    <div>
      <p className="mb-1 text-[13px] text-muted">{label}</p>
      <pre className="max-h-72 overflow-auto rounded-md bg-sunken px-3 py-2 font-mono text-[12px] leading-relaxed break-words whitespace-pre-wrap">
        {text}
      </pre>
    </div>
  );
}

function line({ name, value }: CheckTrace["request_headers"][number]): string {
  return `${name}: ${value}`;
}

function bodyLabel({ body, body_bytes }: CheckTrace): string {
  const shown = new TextEncoder().encode(body).length;
  return body_bytes > shown ? `Body, the beginning of ${body_bytes} bytes` : "Body";
}
