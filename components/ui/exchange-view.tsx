import { BOXED_FOLD, Fold } from "@/components/ui/overlays/fold";
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
    <Fold
      open={open}
      className={BOXED_FOLD}
      head={
        <>
          <span className="font-medium">{title}</span>
          <span className="ml-auto shrink-0 text-muted">Members only</span>
        </>
      }
    >
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
    </Fold>
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
