import { ChevronRight } from "lucide-react";
import type { CheckExchange } from "@/lib/contract/checks/check";

/** Shows the request and response of a failed check, with secrets redacted and the body truncated. Collapsed unless `open`. */
export function ExchangeView({
  title,
  exchange,
  open = false,
}: {
  title: string;
  exchange: CheckExchange;
  open?: boolean;
}) {
  const request = [`${exchange.method} ${exchange.url}`, ...exchange.request_headers.map(line)].join("\n");
  const response = [
    exchange.status_code === null ? "No complete response" : `HTTP ${exchange.status_code}`,
    ...exchange.response_headers.map(line),
  ].join("\n");
  return (
    <details className="group/trace mt-2 rounded-lg border border-line bg-surface" open={open}>
      <summary className="flex list-none items-center gap-1.5 px-3 py-2 text-[13px] hover:bg-hover [&::-webkit-details-marker]:hidden">
        <ChevronRight
          className="size-4 shrink-0 text-muted transition-transform group-open/trace:rotate-90"
          aria-hidden="true"
        />
        <span className="font-medium">{title}</span>
        <span className="ml-auto shrink-0 text-muted">Members only</span>
      </summary>
      <div className="space-y-3 border-t border-line px-3 py-3">
        <Part label="Request" text={request} />
        <Part label="Response" text={response} />
        {exchange.body && <Part label={bodyLabel(exchange)} text={exchange.body} />}
        {!exchange.body && exchange.body_bytes > 0 && (
          <p className="text-[13px] text-muted">
            The response body ({exchange.body_bytes} bytes) isn't shown.
          </p>
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

function line({ name, value }: CheckExchange["request_headers"][number]): string {
  return `${name}: ${value}`;
}

function bodyLabel({ body, body_bytes }: CheckExchange): string {
  const shown = new TextEncoder().encode(body).length;
  return body_bytes > shown ? `Body (truncated from ${body_bytes} bytes)` : "Body";
}
