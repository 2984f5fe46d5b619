import { check, monitorConfig } from "@/lib/testing/targets/check";
import type { OddResponse } from "./odd-response";

/** Returns what the checker makes of a response: `up`, `warning`, or an error code. Skips TLS verification. */
export async function checkedOdd(
  { method, hasBody, keyword: value }: OddResponse,
  origin: string,
): Promise<string> {
  const status = { type: "status_code", operator: "in", value: "2xx,30x" };
  const keyword = { type: "response_body", operator: "contains", value };
  const config = monitorConfig(
    { url: `${origin}/`, method, body: method === "POST" ? "{}" : null, tls_skip_verify: true },
    { success_assertions: hasBody && method === "GET" ? [status, keyword] : [status] },
  );
  const { error, warnings } = await check(config);
  const isOdd = warnings.some((text) => !text.startsWith("the certificate "));
  return error?.code ?? (isOdd ? "warning" : "up");
}
