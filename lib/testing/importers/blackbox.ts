import { BLACKBOX_IGNORED } from "@/lib/domain/config-file/importers/blackbox-modules";
import { type Published, set } from "./published";

export const BLACKBOX: readonly Published[] = (
  [
    [
      "http",
      {
        ...set(
          "x",
          "preferred_ip_protocol body_file proxy_url bearer_token_file bearer_token compression body_size_limit",
        ),
        ...set(
          true,
          "fail_if_ssl fail_if_not_ssl enable_http3 skip_resolve_phase_with_proxy no_follow_redirects",
        ),
        ...set([{ header: "A", regexp: "b" }], "fail_if_header_matches fail_if_header_not_matches"),
        ...set("x", "fail_if_body_json_matches_cel fail_if_body_json_not_matches_cel proxy_from_environment"),
        ...set(["x"], "fail_if_body_matches_regexp fail_if_body_not_matches_regexp"),
        ...{ valid_status_codes: [404], valid_http_versions: ["HTTP/2.0"], ip_protocol_fallback: false },
        ...{
          method: "POST",
          headers: { A: "b" },
          body: "x",
          basic_auth: { username: "x" },
          oauth2: { a: "b" },
        },
        ...{ follow_redirects: false, tls_config: { ca_file: "x" }, authorization: { credentials: "x" } },
        enable_http2: false,
      },
    ],
    [
      "tcp",
      {
        ...set("x", "preferred_ip_protocol source_ip_address"),
        ...{
          ip_protocol_fallback: false,
          query_response: [{ send: "x" }],
          tls: true,
          tls_config: { ca_file: "x" },
        },
      },
    ],
    [
      "icmp",
      {
        ...{ preferred_ip_protocol: "ip4", ip_protocol_fallback: false, source_ip_address: "192.0.2.1" },
        ...{ payload_size: 7, dont_fragment: true, ttl: 7 },
      },
    ],
    [
      "dns",
      {
        ...set("x", "preferred_ip_protocol source_ip_address query_class query_name"),
        ...set(
          { fail_if_matches_regexp: ["x"] },
          "validate_answer_rrs validate_authority_rrs validate_additional_rrs",
        ),
        ...{
          ip_protocol_fallback: false,
          dns_over_tls: true,
          tls_config: { a: "b" },
          transport_protocol: "tcp",
        },
        ...{ query_type: "AAAA", recursion_desired: false, valid_rcodes: ["NXDOMAIN"] },
      },
    ],
  ] as const
).map(
  ([prober, settings]): Published => ({
    source: "prometheus",
    what: `a module with the prober ${prober}`,
    file: (more) => ({
      modules: {
        own: { prober, [prober]: { ...(prober === "dns" && { query_name: "example.com" }), ...more } },
      },
      scrape_configs: [
        {
          job_name: "probe",
          metrics_path: "/probe",
          params: { module: ["own"] },
          static_configs: [{ targets: ["shop.example.com:443"] }],
        },
      ],
    }),
    settings,
    ignored: BLACKBOX_IGNORED,
  }),
);
