import * as z from "zod";
import { must } from "@/lib/contract/core/wording";
import { RequestHeader } from "./header";
import {
  DEFAULT_ASSERTIONS,
  isOfBody,
  ResponseBodyAssertion,
  ResponseHeaderAssertion,
  ResponseJsonAssertion,
  StatusCodeAssertion,
} from "./http-assertions";
import { authenticationControls, authenticationFields, checkAuthentication } from "./http-authentication";
import { HttpUrl, placeOfUrl } from "./http-url";
import { type ProtocolMonitor, protocolContract } from "./protocol";
import { ResponseTimeAssertion } from "./response-time";

export const HTTP_METHODS = ["HEAD", "GET", "POST", "PUT", "PATCH", "OPTIONS"] as const;
const METHODS_WITH_BODY: readonly string[] = ["POST", "PUT", "PATCH"];
const METHODS_WITHOUT_ANSWER_BODY: readonly string[] = ["HEAD", "OPTIONS"];

const fields = {
  method: z.enum(HTTP_METHODS).meta({ title: "Method", description: "HTTP method.", examples: ["GET"] }),
  url: HttpUrl,
  tls_skip_verify: z.boolean().meta({
    title: "Accept any certificate",
    description: "Whether to accept an invalid certificate. It is still reported.",
    examples: [false],
  }),
  body: z
    .string()
    .max(500)
    .nullable()
    .meta({
      title: "Body",
      description:
        "Request body, at most 500 characters. Only for POST, PUT, and PATCH. `{{ timestamp }}` becomes the Unix time in seconds, and `{{ uuid }}` a new random UUID.",
      examples: [null],
    }),
  follow_redirects: z.boolean().meta({
    title: "Follow redirects",
    description: "Whether to follow up to 5 redirects, all within the timeout.",
    examples: [true],
  }),
  user_agent_secret: z
    .string()
    .min(1)
    .max(100)
    .regex(
      /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/,
      must("contain only printable ASCII characters, without whitespace at either end"),
    )
    .nullable()
    .meta({
      title: "User agent secret",
      description:
        "Appended to the User-Agent header, so that a firewall can allow the checks. Included in responses.",
      examples: [null],
    }),
  headers: z
    .array(RequestHeader)
    .max(10)
    .nullable()
    .meta({
      title: "Headers",
      description: "At most 10 request headers, sent in this order.",
      examples: [[{ name: "Accept", value: "text/html" }]],
    }),
};

/** The request of an HTTP monitor. */
export const HttpRequest = z
  .object({
    ...fields,
    tls_skip_verify: fields.tls_skip_verify.default(false),
    body: fields.body.default(null),
    follow_redirects: fields.follow_redirects.default(true),
    user_agent_secret: fields.user_agent_secret.default(null),
    headers: fields.headers.default(null),
    ...authenticationFields,
  })
  .superRefine(checkAuthentication)
  .superRefine((request, context) => {
    if (request.body === null || METHODS_WITH_BODY.includes(request.method)) return;
    context.addIssue({
      code: "custom",
      path: ["body"],
      message: `body can be sent with POST, PUT, and PATCH only; method is ${request.method}.`,
    });
  });
export type HttpRequest = z.infer<typeof HttpRequest>;

/** Refuses assertions about a body that the method's response doesn't have. */
function checkAssertions({ request, success_assertions }: ProtocolMonitor, context: z.RefinementCtx): void {
  const { method } = request as HttpRequest;
  if (!METHODS_WITHOUT_ANSWER_BODY.includes(method)) return;
  success_assertions.forEach(({ type }, index) => {
    if (!isOfBody({ type })) return;
    context.addIssue({
      code: "custom",
      path: ["success_assertions", index, "type"],
      message: `success_assertions.${index}.type must not be ${type} with ${method}, because the response has no body.`,
    });
  });
}

export const http = protocolContract({
  label: "HTTP",
  request: HttpRequest,
  fields: {
    method: { narrow: true, initial: "GET" },
    url: { help: "", placeholder: "https://example.com/health" },
    headers: { help: "Up to 10, sent in this order.", advanced: true, secret: true, placeholder: "Accept" },
    body: {
      help: "Up to 500 characters. {{ timestamp }} and {{ uuid }} are replaced in each check.",
      advanced: true,
      secret: true,
      when: { method: METHODS_WITH_BODY },
    },
    user_agent_secret: {
      help: "Appended to the User-Agent header, so that a firewall can allow the checks.",
      advanced: true,
      secret: true,
    },
    ...authenticationControls,
    follow_redirects: { help: "Up to 5, within the timeout.", advanced: true },
    tls_skip_verify: { help: "Invalid certificates are still reported.", advanced: true },
  },
  target: "{url}",
  place: ({ url }: HttpRequest) => placeOfUrl(url),
  assertions: [
    StatusCodeAssertion,
    ResponseHeaderAssertion,
    ResponseJsonAssertion,
    ResponseTimeAssertion,
    ResponseBodyAssertion,
  ],
  defaultAssertions: DEFAULT_ASSERTIONS,
  check: checkAssertions,
  errors: {
    http_timeout: "network",
    http_reset: "network",
    http_empty: "network",
    http_malformed: "target",
    http_no_token: "target",
    http_truncated: "target",
    http_headers_too_large: "target",
    http_body_too_large: "target",
    http_decoding_failed: "target",
    http_too_many_redirects: "target",
    http_bad_redirect: "target",
  },
  failure: "The server accepted connections but responded incorrectly, incompletely, or too late.",
});
