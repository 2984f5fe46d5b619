// Made from the API's contract by scripts/client-package.ts.
export type Error = {
/** Names the field, the rule and the received value. */
message: string;
request_id?: string;
};
export type ValidationError = {
/** Names the field, the rule and the received value. */
message: string;
/** Error texts by dotted field name. */
errors: Record<string, Array<string>>;
};
export type Problem = {
type: string;
title: string;
status: number;
detail: string;
instance?: string;
/** Names the field, the rule and the received value. */
message: string;
/** Error texts by dotted field name. */
errors?: Record<string, Array<string>>;
};
export type ListMeta = {
current_page: number;
/** Position of the first item, starting at 1; null on an empty page. */
from: number | null;
/** Position of the last item; null on an empty page. */
to: number | null;
per_page: number;
/** Absolute URL without the query. */
path: string;
};
export type ListLinks = {
first: string;
last: string;
/** Null on the first page. */
prev: string | null;
/** Null on the last page. */
next: string | null;
};
export type About = {
title: string;
version: string;
support: string;
website: string;
documentation: string;
};
export type Health = {
status: "ok";
};
export type Readiness = {
status: "ok" | "degraded" | "unavailable";
checks: {
database: {
ok: boolean;
/** What is wrong; null if nothing is. */
message: string | null;
};
migrations: {
ok: boolean;
/** What is wrong; null if nothing is. */
message: string | null;
};
runner: {
ok: boolean;
/** What is wrong; null if nothing is. */
message: string | null;
};
/** Whether a runner serves every region that monitors use. */
regions: {
ok: boolean;
/** What is wrong; null if nothing is. */
message: string | null;
};
/** Whether check results are arriving. */
checks: {
ok: boolean;
/** What is wrong; null if nothing is. */
message: string | null;
};
/** Whether scheduled jobs are running. */
clock: {
ok: boolean;
/** What is wrong; null if nothing is. */
message: string | null;
};
/** Whether notifications are being sent. */
telling: {
ok: boolean;
/** What is wrong; null if nothing is. */
message: string | null;
};
/** Whether maintenance jobs such as rollups and retention succeed; names a job after two failed runs. */
maintenance: {
ok: boolean;
/** What is wrong; null if nothing is. */
message: string | null;
};
disk: {
ok: boolean;
/** What is wrong; null if nothing is. */
message: string | null;
};
/** Not ok once the server is shutting down. */
shutdown: {
ok: boolean;
/** What is wrong; null if nothing is. */
message: string | null;
};
};
};
export type WhoAmI = {
credential: {
id: number;
type: "organization_key" | "project_key" | "user_token" | "session";
name: string;
};
user: {
id: number;
name: string;
email: string;
} | null;
organization: {
id: number;
name: string;
plan: "hobby" | "scale";
};
/** The key's own project, or the one that a project header names; null without either. */
project: {
id: number;
name: string;
slug: string;
} | null;
/** Null for API keys. */
role: "owner" | "admin" | "member" | null;
permissions: Array<string>;
};
export type Project = {
id: number;
/** 1 to 25 characters. The slug is derived from the name on creation; renaming keeps the slug. */
name: string;
/** Unique within the organization. */
slug: string;
/** 1 to 100 user ids of the organization. */
members: Array<number>;
settings: ProjectSettings;
created_at: string;
updated_at: string;
};
export type ProjectSettings = {
/** Whether to draft titles, summaries and post-mortems of automatic incidents. */
use_incident_ai: boolean;
/** Whether a failure with the same cause joins the open incident. */
use_incident_merging: boolean;
/** Minutes after an incident's last change during which another failure can join it. */
incident_merging_time_window: 5 | 10 | 30 | 60 | 120 | 180;
};
export type CreateProject = {
/** 1 to 25 characters. The slug is derived from the name on creation; renaming keeps the slug. */
name: string;
/** 1 to 100 user ids of the organization. */
members: Array<number>;
/** A partial object changes only the given settings; null keeps the current value or, on creation, the default. */
settings?: {
use_incident_ai?: boolean | null;
use_incident_merging?: boolean | null;
incident_merging_time_window?: 5 | 10 | 30 | 60 | 120 | 180 | null;
} | null;
};
export type UpdateProject = {
/** 1 to 25 characters. The slug is derived from the name on creation; renaming keeps the slug. */
name?: string;
/** 1 to 100 user ids of the organization. */
members?: Array<number>;
/** A partial object changes only the given settings; null keeps the current value or, on creation, the default. */
settings?: {
use_incident_ai?: boolean | null;
use_incident_merging?: boolean | null;
incident_merging_time_window?: 5 | 10 | 30 | 60 | 120 | 180 | null;
} | null;
};
export type User = {
id: number;
/** 1 to 100 characters. */
name: string;
role: "owner" | "admin" | "member";
email: string;
created_at: string;
updated_at: string;
};
export type Integration = {
id: number;
app: "email" | "sms" | "ilert" | "ntfy" | "outgoing_webhook" | "pushover" | "slack" | "discord" | "telegram";
/** 2 to 50 characters. */
name: string;
/** Excludes secrets. Keys are in the order in which they were sent. */
settings: {
/** 1 to 100 user ids of the organization. */
members?: Array<number>;
} | Record<string, unknown> | {
/** 4 to 100 characters: a host name with an optional `:port`. Uses https, or plain http for a private or loopback address. */
hostname?: string;
/** 1 to 255 characters. */
topic?: string;
} | {
/** http or https, at most 250 characters. Redirects are not followed. */
url?: string;
} | {
/** Id of the channel; required with a bot token. */
channel?: string | null;
} | {
/** Number of a chat, or @name of a channel. */
chat_id?: string | null;
};
/** A paused integration receives no notifications. An integration pauses itself after more than 3 consecutive failed deliveries within 7 days. Resuming it resets the count. */
paused: boolean;
created_at: string;
updated_at: string;
};
export type CreateIntegration = {
/** 2 to 50 characters. */
name: string;
/** Settings by app. email, sms: members. ilert: integration_key. ntfy: hostname, topic, access_token. outgoing_webhook: url, secret. pushover: user_key, api_key. Secrets are never returned. On update, omitted settings keep their value, but changing the destination requires the secrets again. */
settings: {
/** 1 to 100 user ids of the organization. */
members: Array<number>;
} | {
/** 40 to 70 characters, from the alert source in ilert. Write-only. */
integration_key: string;
} | {
/** 4 to 100 characters: a host name with an optional `:port`. Uses https, or plain http for a private or loopback address. */
hostname: string;
/** 1 to 255 characters. */
topic: string;
/** Exactly 32 characters, or null for an open topic. Write-only. */
access_token?: string | null;
} | {
/** http or https, at most 250 characters. Redirects are not followed. */
url: string;
/** 10 to 250 characters; signs each request. For the Standard Webhooks signature, a secret of `whsec_` and base64 is decoded and any other text is used as is. Write-only. */
secret: string;
} | {
/** Exactly 30 characters. Write-only. */
user_key: string;
/** Exactly 30 characters. Write-only. */
api_key: string;
} | {
webhook_url?: string | null;
/** Starts with xoxb-. Write-only. */
bot_token?: string | null;
/** Id of the channel; required with a bot token. */
channel?: string | null;
} | {
webhook_url?: string | null;
} | {
/** From @BotFather. Write-only. */
bot_token?: string | null;
/** Number of a chat, or @name of a channel. */
chat_id?: string | null;
};
/** A paused integration receives no notifications. An integration pauses itself after more than 3 consecutive failed deliveries within 7 days. Resuming it resets the count. */
paused?: boolean;
};
export type UpdateIntegration = {
/** 2 to 50 characters. */
name?: string;
/** Settings by app. email, sms: members. ilert: integration_key. ntfy: hostname, topic, access_token. outgoing_webhook: url, secret. pushover: user_key, api_key. Secrets are never returned. On update, omitted settings keep their value, but changing the destination requires the secrets again. */
settings?: {
/** 1 to 100 user ids of the organization. */
members?: Array<number>;
} | {
/** 40 to 70 characters, from the alert source in ilert. Write-only. */
integration_key?: string;
} | {
/** 4 to 100 characters: a host name with an optional `:port`. Uses https, or plain http for a private or loopback address. */
hostname?: string;
/** 1 to 255 characters. */
topic?: string;
/** Exactly 32 characters, or null for an open topic. Write-only. */
access_token?: string | null;
} | {
/** http or https, at most 250 characters. Redirects are not followed. */
url?: string;
/** 10 to 250 characters; signs each request. For the Standard Webhooks signature, a secret of `whsec_` and base64 is decoded and any other text is used as is. Write-only. */
secret?: string;
} | {
/** Exactly 30 characters. Write-only. */
user_key?: string;
/** Exactly 30 characters. Write-only. */
api_key?: string;
} | {
webhook_url?: string | null;
/** Starts with xoxb-. Write-only. */
bot_token?: string | null;
/** Id of the channel; required with a bot token. */
channel?: string | null;
} | {
webhook_url?: string | null;
} | {
/** From @BotFather. Write-only. */
bot_token?: string | null;
/** Number of a chat, or @name of a channel. */
chat_id?: string | null;
};
/** A paused integration receives no notifications. An integration pauses itself after more than 3 consecutive failed deliveries within 7 days. Resuming it resets the count. */
paused?: boolean;
};
export type AlertRule = {
id: number;
/** Null when the scope is `organization`. */
project_id: number | null;
/** `project`: events of this project. `organization`: events of every project; a project key cannot create or change such a rule (403). */
scope: "organization" | "project";
/** The event that triggers the rule. */
event: "uptime.monitor.created" | "uptime.monitor.deleted" | "uptime.monitor_certificate.discovered" | "uptime.monitor_certificate.expiring" | "uptime.incident.created" | "uptime.incident.propagated" | "uptime.incident.partially_recovered" | "uptime.incident.recovered" | "uptime.incident_comment.created" | "uptime.incident_update.published" | "uptime.maintenance_window.in_progress" | "uptime.maintenance_window.completed" | "uptime.maintenance_window.cancelled";
/** An integration of this project. */
integration_id: number;
/** Minutes during which this rule sends at most one notification; further events are logged as rate-limited. 0 means no limit. */
rate_limit: 0 | 5 | 10 | 30 | 60 | 180 | 720 | 1440;
/** Incident created, recovered, comment created, update published: `{type}`, one of all, monitor and manual, all by default. Certificate expiring: `{days_before_expiry}`, 1 to 60. Other events: empty or null. */
event_settings: Record<string, never> | {
/** 1 to 60 days before the certificate expires. */
days_before_expiry: number;
} | {
/** Type of incident that triggers the rule. Defaults to `all`. */
type?: "all" | "monitor" | "manual";
} | null;
/** ntfy: `{priority}`. pushover: `{priority, retry, expire}`. outgoing_webhook: `{schema}`. Other apps: empty or null. */
integration_settings: Record<string, never> | {
priority: "min" | "low" | "default" | "high" | "max";
} | {
/** JSON, at most 5,000 characters. `{{ entity.field }}` in values is replaced; a placeholder alone keeps its JSON type. `{"$each": "affected_monitors", "$item": {"id": "{{ item.id }}"}}` creates an array. */
schema: string;
} | {
priority: "lowest" | "low" | "normal" | "high" | "emergency";
/** 30 to 86,400 seconds; required for emergency. */
retry?: number | null;
/** 30 to 10,800 seconds; required for emergency. */
expire?: number | null;
} | null;
/** Limits the rule to these monitors. Empty means all. */
monitors: Array<number>;
/** Limits the rule to resources with one of these tags. Empty means all. */
tags: Array<string>;
created_at: string;
updated_at: string;
};
export type CreateAlertRule = {
/** `project`: events of this project. `organization`: events of every project; a project key cannot create or change such a rule (403). */
scope?: "organization" | "project";
/** The event that triggers the rule. */
event: "uptime.monitor.created" | "uptime.monitor.deleted" | "uptime.monitor_certificate.discovered" | "uptime.monitor_certificate.expiring" | "uptime.incident.created" | "uptime.incident.propagated" | "uptime.incident.partially_recovered" | "uptime.incident.recovered" | "uptime.incident_comment.created" | "uptime.incident_update.published" | "uptime.maintenance_window.in_progress" | "uptime.maintenance_window.completed" | "uptime.maintenance_window.cancelled";
/** An integration of this project. */
integration_id: number;
/** Minutes during which this rule sends at most one notification; further events are logged as rate-limited. 0 means no limit. */
rate_limit?: 0 | 5 | 10 | 30 | 60 | 180 | 720 | 1440;
/** Incident created, recovered, comment created, update published: `{type}`, one of all, monitor and manual, all by default. Certificate expiring: `{days_before_expiry}`, 1 to 60. Other events: empty or null. */
event_settings?: Record<string, never> | {
/** 1 to 60 days before the certificate expires. */
days_before_expiry: number;
} | {
/** Type of incident that triggers the rule. Defaults to `all`. */
type?: "all" | "monitor" | "manual";
} | null;
/** ntfy: `{priority}`. pushover: `{priority, retry, expire}`. outgoing_webhook: `{schema}`. Other apps: empty or null. */
integration_settings?: Record<string, never> | {
priority: "min" | "low" | "default" | "high" | "max";
} | {
/** JSON, at most 5,000 characters. `{{ entity.field }}` in values is replaced; a placeholder alone keeps its JSON type. `{"$each": "affected_monitors", "$item": {"id": "{{ item.id }}"}}` creates an array. */
schema: string;
} | {
priority: "lowest" | "low" | "normal" | "high" | "emergency";
/** 30 to 86,400 seconds; required for emergency. */
retry?: number | null;
/** 30 to 10,800 seconds; required for emergency. */
expire?: number | null;
} | null;
monitors?: Array<number> | null;
tags?: Array<string> | null;
};
export type UpdateAlertRule = {
/** `project`: events of this project. `organization`: events of every project; a project key cannot create or change such a rule (403). */
scope?: "organization" | "project";
/** The event that triggers the rule. */
event?: "uptime.monitor.created" | "uptime.monitor.deleted" | "uptime.monitor_certificate.discovered" | "uptime.monitor_certificate.expiring" | "uptime.incident.created" | "uptime.incident.propagated" | "uptime.incident.partially_recovered" | "uptime.incident.recovered" | "uptime.incident_comment.created" | "uptime.incident_update.published" | "uptime.maintenance_window.in_progress" | "uptime.maintenance_window.completed" | "uptime.maintenance_window.cancelled";
/** An integration of this project. */
integration_id?: number;
/** Minutes during which this rule sends at most one notification; further events are logged as rate-limited. 0 means no limit. */
rate_limit?: 0 | 5 | 10 | 30 | 60 | 180 | 720 | 1440;
/** Incident created, recovered, comment created, update published: `{type}`, one of all, monitor and manual, all by default. Certificate expiring: `{days_before_expiry}`, 1 to 60. Other events: empty or null. */
event_settings?: Record<string, never> | {
/** 1 to 60 days before the certificate expires. */
days_before_expiry: number;
} | {
/** Type of incident that triggers the rule. Defaults to `all`. */
type?: "all" | "monitor" | "manual";
} | null;
/** ntfy: `{priority}`. pushover: `{priority, retry, expire}`. outgoing_webhook: `{schema}`. Other apps: empty or null. */
integration_settings?: Record<string, never> | {
priority: "min" | "low" | "default" | "high" | "max";
} | {
/** JSON, at most 5,000 characters. `{{ entity.field }}` in values is replaced; a placeholder alone keeps its JSON type. `{"$each": "affected_monitors", "$item": {"id": "{{ item.id }}"}}` creates an array. */
schema: string;
} | {
priority: "lowest" | "low" | "normal" | "high" | "emergency";
/** 30 to 86,400 seconds; required for emergency. */
retry?: number | null;
/** 30 to 10,800 seconds; required for emergency. */
expire?: number | null;
} | null;
monitors?: Array<number> | null;
tags?: Array<string> | null;
};
export type DeliverySummary = {
id: number;
/** The same for all attempts, so that a receiver can drop duplicates. */
request_id: string;
event: string;
/** `not_sent`: the email was stored in the outbox because email is not configured. */
status: "pending" | "delivered" | "not_sent" | "failed" | "muted" | "rate_limited" | "superseded";
/** Why the delivery failed or is waiting. */
reason: string | null;
/** The integration that the notification was also sent to after failed attempts. */
handed_on: string | null;
/** Why this integration received a notification meant for another one. Continues a sentence that starts with “This alert”. */
handed_note: string | null;
attempts: number;
integration_id: number;
integration_name: string;
app: "email" | "sms" | "ilert" | "ntfy" | "outgoing_webhook" | "pushover" | "slack" | "discord" | "telegram";
alert_rule_id: number | null;
incident_id: number | null;
occurred_at: string;
next_attempt_at: string | null;
/** Rate-limited by the provider (429). Nothing is sent to this integration until then. */
held_until: string | null;
finished_at: string | null;
created_at: string;
};
export type Delivery = {
id: number;
/** The same for all attempts, so that a receiver can drop duplicates. */
request_id: string;
event: string;
/** `not_sent`: the email was stored in the outbox because email is not configured. */
status: "pending" | "delivered" | "not_sent" | "failed" | "muted" | "rate_limited" | "superseded";
/** Why the delivery failed or is waiting. */
reason: string | null;
/** The integration that the notification was also sent to after failed attempts. */
handed_on: string | null;
/** Why this integration received a notification meant for another one. Continues a sentence that starts with “This alert”. */
handed_note: string | null;
attempts: number;
integration_id: number;
integration_name: string;
app: "email" | "sms" | "ilert" | "ntfy" | "outgoing_webhook" | "pushover" | "slack" | "discord" | "telegram";
alert_rule_id: number | null;
incident_id: number | null;
occurred_at: string;
next_attempt_at: string | null;
/** Rate-limited by the provider (429). Nothing is sent to this integration until then. */
held_until: string | null;
finished_at: string | null;
created_at: string;
attempt_log: Array<DeliveryAttempt>;
};
export type DeliveryAttempt = {
id: number;
attempt: number;
started_at: string;
duration_ms: number | null;
outcome: "delivered" | "not_sent" | "retry" | "rejected";
status_code: number | null;
error: string | null;
request: unknown;
response: unknown;
};
export type DestinationHealth = {
integration_id: number;
/** The last completed notification, including tests; null before the first one. */
last: {
delivery_id: number;
event: string;
status: "delivered" | "not_sent" | "failed";
at: string;
/** Why it failed or was not sent. */
reason: string | null;
} | null;
/** Failed notifications since the last success or since the integration was resumed, excluding test messages and test incidents. */
failures_in_a_row: number;
/** The next notification to be retried, with the result of its last attempt. */
retrying: {
delivery_id: number;
reason: string | null;
next_attempt_at: string;
} | null;
/** Why the integration paused itself; null when it is active or was paused by a person. */
pause_reason: string | null;
/** Until when the previous signing secret also signs; null when only one secret is valid. */
previous_secret_until: string | null;
};
export type StartDrillInput = {
/** Monitor to simulate an outage of. Defaults to the newest one. */
monitor_id?: number | null;
};
export type Drill = {
drill_id: string;
monitor: {
id: number;
name: string;
};
started_at: string;
state: "checking" | "failed" | "down" | "recovered";
reason: string | null;
checks: Array<{
region: "as-jpn-hnd" | "as-sgp-sin" | "as-tha-bkk" | "eu-deu-fra" | "eu-fra-cdg" | "eu-gbr-lhr" | "eu-nld-ams" | "eu-swe-arn" | "na-mex-mex" | "na-usa-iad" | "na-usa-sea" | "oc-aus-syd" | "sa-bra-gru";
outcome: "up" | "down" | "inconclusive" | "missed";
message: string | null;
}>;
deliveries: Array<{
id: number;
/** The same for all attempts, so that a receiver can drop duplicates. */
request_id: string;
event: string;
/** `not_sent`: the email was stored in the outbox because email is not configured. */
status: "pending" | "delivered" | "not_sent" | "failed" | "muted" | "rate_limited" | "superseded";
/** Why the delivery failed or is waiting. */
reason: string | null;
/** The integration that the notification was also sent to after failed attempts. */
handed_on: string | null;
/** Why this integration received a notification meant for another one. Continues a sentence that starts with “This alert”. */
handed_note: string | null;
attempts: number;
integration_id: number;
integration_name: string;
app: "email" | "sms" | "ilert" | "ntfy" | "outgoing_webhook" | "pushover" | "slack" | "discord" | "telegram";
alert_rule_id: number | null;
incident_id: number | null;
occurred_at: string;
next_attempt_at: string | null;
/** Rate-limited by the provider (429). Nothing is sent to this integration until then. */
held_until: string | null;
finished_at: string | null;
created_at: string;
/** Same as the status `not_sent`. */
kept_in_outbox: boolean;
}>;
/** Browsers of the project's members with notifications turned on. They need no alert rule. */
browsers: Array<{
id: number;
event: string;
/** Owner of the browser. */
member: string;
status: "pending" | "delivered" | "not_sent" | "failed" | "muted" | "rate_limited" | "superseded";
reason: string | null;
}>;
};
export type ChannelHold = {
integration_id: number;
held_until: string;
};
export type Monitor = {
protocol: "http";
request: {
/** HTTP method. */
method: "HEAD" | "GET" | "POST" | "PUT" | "PATCH" | "OPTIONS";
/** URL to check: http or https, at most 255 characters, without credentials. */
url: string;
/** Whether to accept an invalid certificate. It is still reported. */
tls_skip_verify: boolean;
/** Request body, at most 500 characters. Only for POST, PUT and PATCH. */
body: string | null;
/** Whether to follow up to 5 redirects, all within the timeout. */
follow_redirects: boolean;
/** Appended to the User-Agent header, so that a firewall can allow the checks. Included in responses. */
user_agent_secret: string | null;
/** At most 10 request headers, sent in this order. */
headers: Array<{
/** Header name, at most 50 characters. */
name: string;
/** At most 1,024 characters, sent verbatim. */
value: string;
}> | null;
};
id: number;
project_id: number;
/** 2 to 45 characters. */
name: string;
/** Where checks run from: 1 to 6 different regions, in the given order. Amsterdam has two codes, `ng-nld-ams` and `eu-nld-ams`. A monitor returns the code that was sent and cannot use both. Runners in Amsterdam serve both. Results, certificates and runners always use `eu-nld-ams`. */
regions: Array<"as-jpn-hnd" | "as-sgp-sin" | "as-tha-bkk" | "eu-deu-fra" | "eu-fra-cdg" | "eu-gbr-lhr" | "eu-nld-ams" | "eu-swe-arn" | "na-mex-mex" | "na-usa-iad" | "na-usa-sea" | "oc-aus-syd" | "sa-bra-gru" | "ng-nld-ams">;
/** Seconds between two checks from the same region. */
interval: 30 | 60 | 120 | 180 | 300 | 600 | 900 | 1800 | 3600;
/** Milliseconds after which a check fails. Must not exceed the interval. */
timeout: 1000 | 2000 | 3000 | 4000 | 5000 | 6000 | 7000 | 8000 | 9000 | 10000 | 15000 | 20000 | 25000 | 30000;
/** Consecutive failures, 1 to 5, after which a region counts as down. */
incident_confirmations: number;
/** Consecutive successes, 1 to 5, after which a region counts as up again. */
recovery_confirmations: number;
/** Number of regions that must be down to open an incident, 1 to 10. Must not exceed the number of regions. */
region_threshold: number;
/** At most 20 tags of 1 to 100 characters: lowercase letters, digits and . _ : -. An organization can have at most 200 different tags. */
tags: Array<string> | null;
/** A paused monitor is not checked. Paused time is excluded from reports. */
paused: boolean;
success_assertions: Array<{
type: "status_code";
operator: "in" | "not_in";
/** Comma-separated status codes; x stands for any digit. */
value: string;
} | {
type: "response_header";
operator: "equals" | "not_equals" | "contains" | "not_contains";
/** Name of the response header. */
selector: string;
/** The comparison ignores case. */
value: string;
} | {
type: "response_body";
operator: "contains" | "not_contains";
/** Text to find in the first 512 KiB of the decompressed body, ignoring case. */
value: string;
}>;
/** `paused`; `fetching` until the first status is known; `offline` when all reporting regions are down; `partial` when some are; otherwise `online`. */
status: "fetching" | "online" | "offline" | "partial" | "paused";
/** Rounded mean of the last 10 successful checks in milliseconds; null before the first one. */
response_time: number | null;
/** Null before the first check. */
last_checked_at: string | null;
/** Whether all regions are silent. The status is then the last known one. */
data_missing: boolean;
/** Availability in percent over the last 24 hours, never rounded up; null without observations. */
one_day_availability: number | null;
/** Availability in percent over the last 7 days, never rounded up; null without observations. */
seven_days_availability: number | null;
/** One entry per region. */
observed_regions: Array<ObservedRegion>;
created_at: string;
updated_at: string;
} | {
protocol: "tcp";
request: {
/** Host name or IP address, 1 to 255 characters. */
host: string;
/** Port from "1" to "65535" as text. A number is accepted and returned as text. */
port: string;
/** Whether to complete a TLS handshake after connecting. */
connection: "plain" | "tls";
/** Whether to accept an invalid certificate. It is still reported. */
tls_skip_verify: boolean;
};
id: number;
project_id: number;
/** 2 to 45 characters. */
name: string;
/** Where checks run from: 1 to 6 different regions, in the given order. Amsterdam has two codes, `ng-nld-ams` and `eu-nld-ams`. A monitor returns the code that was sent and cannot use both. Runners in Amsterdam serve both. Results, certificates and runners always use `eu-nld-ams`. */
regions: Array<"as-jpn-hnd" | "as-sgp-sin" | "as-tha-bkk" | "eu-deu-fra" | "eu-fra-cdg" | "eu-gbr-lhr" | "eu-nld-ams" | "eu-swe-arn" | "na-mex-mex" | "na-usa-iad" | "na-usa-sea" | "oc-aus-syd" | "sa-bra-gru" | "ng-nld-ams">;
/** Seconds between two checks from the same region. */
interval: 30 | 60 | 120 | 180 | 300 | 600 | 900 | 1800 | 3600;
/** Milliseconds after which a check fails. Must not exceed the interval. */
timeout: 1000 | 2000 | 3000 | 4000 | 5000 | 6000 | 7000 | 8000 | 9000 | 10000 | 15000 | 20000 | 25000 | 30000;
/** Consecutive failures, 1 to 5, after which a region counts as down. */
incident_confirmations: number;
/** Consecutive successes, 1 to 5, after which a region counts as up again. */
recovery_confirmations: number;
/** Number of regions that must be down to open an incident, 1 to 10. Must not exceed the number of regions. */
region_threshold: number;
/** At most 20 tags of 1 to 100 characters: lowercase letters, digits and . _ : -. An organization can have at most 200 different tags. */
tags: Array<string> | null;
/** A paused monitor is not checked. Paused time is excluded from reports. */
paused: boolean;
success_assertions: Array<{
type: "status_code";
operator: "in" | "not_in";
/** Comma-separated status codes; x stands for any digit. */
value: string;
} | {
type: "response_header";
operator: "equals" | "not_equals" | "contains" | "not_contains";
/** Name of the response header. */
selector: string;
/** The comparison ignores case. */
value: string;
} | {
type: "response_body";
operator: "contains" | "not_contains";
/** Text to find in the first 512 KiB of the decompressed body, ignoring case. */
value: string;
}>;
/** `paused`; `fetching` until the first status is known; `offline` when all reporting regions are down; `partial` when some are; otherwise `online`. */
status: "fetching" | "online" | "offline" | "partial" | "paused";
/** Rounded mean of the last 10 successful checks in milliseconds; null before the first one. */
response_time: number | null;
/** Null before the first check. */
last_checked_at: string | null;
/** Whether all regions are silent. The status is then the last known one. */
data_missing: boolean;
/** Availability in percent over the last 24 hours, never rounded up; null without observations. */
one_day_availability: number | null;
/** Availability in percent over the last 7 days, never rounded up; null without observations. */
seven_days_availability: number | null;
/** One entry per region. */
observed_regions: Array<ObservedRegion>;
created_at: string;
updated_at: string;
} | {
protocol: "icmp";
request: {
/** Host name or IP address, 1 to 255 characters. */
host: string;
};
id: number;
project_id: number;
/** 2 to 45 characters. */
name: string;
/** Where checks run from: 1 to 6 different regions, in the given order. Amsterdam has two codes, `ng-nld-ams` and `eu-nld-ams`. A monitor returns the code that was sent and cannot use both. Runners in Amsterdam serve both. Results, certificates and runners always use `eu-nld-ams`. */
regions: Array<"as-jpn-hnd" | "as-sgp-sin" | "as-tha-bkk" | "eu-deu-fra" | "eu-fra-cdg" | "eu-gbr-lhr" | "eu-nld-ams" | "eu-swe-arn" | "na-mex-mex" | "na-usa-iad" | "na-usa-sea" | "oc-aus-syd" | "sa-bra-gru" | "ng-nld-ams">;
/** Seconds between two checks from the same region. */
interval: 30 | 60 | 120 | 180 | 300 | 600 | 900 | 1800 | 3600;
/** Milliseconds after which a check fails. Must not exceed the interval. */
timeout: 1000 | 2000 | 3000 | 4000 | 5000 | 6000 | 7000 | 8000 | 9000 | 10000 | 15000 | 20000 | 25000 | 30000;
/** Consecutive failures, 1 to 5, after which a region counts as down. */
incident_confirmations: number;
/** Consecutive successes, 1 to 5, after which a region counts as up again. */
recovery_confirmations: number;
/** Number of regions that must be down to open an incident, 1 to 10. Must not exceed the number of regions. */
region_threshold: number;
/** At most 20 tags of 1 to 100 characters: lowercase letters, digits and . _ : -. An organization can have at most 200 different tags. */
tags: Array<string> | null;
/** A paused monitor is not checked. Paused time is excluded from reports. */
paused: boolean;
success_assertions: Array<{
type: "status_code";
operator: "in" | "not_in";
/** Comma-separated status codes; x stands for any digit. */
value: string;
} | {
type: "response_header";
operator: "equals" | "not_equals" | "contains" | "not_contains";
/** Name of the response header. */
selector: string;
/** The comparison ignores case. */
value: string;
} | {
type: "response_body";
operator: "contains" | "not_contains";
/** Text to find in the first 512 KiB of the decompressed body, ignoring case. */
value: string;
}>;
/** `paused`; `fetching` until the first status is known; `offline` when all reporting regions are down; `partial` when some are; otherwise `online`. */
status: "fetching" | "online" | "offline" | "partial" | "paused";
/** Rounded mean of the last 10 successful checks in milliseconds; null before the first one. */
response_time: number | null;
/** Null before the first check. */
last_checked_at: string | null;
/** Whether all regions are silent. The status is then the last known one. */
data_missing: boolean;
/** Availability in percent over the last 24 hours, never rounded up; null without observations. */
one_day_availability: number | null;
/** Availability in percent over the last 7 days, never rounded up; null without observations. */
seven_days_availability: number | null;
/** One entry per region. */
observed_regions: Array<ObservedRegion>;
created_at: string;
updated_at: string;
};
export type ObservedRegion = {
region: "as-jpn-hnd" | "as-sgp-sin" | "as-tha-bkk" | "eu-deu-fra" | "eu-fra-cdg" | "eu-gbr-lhr" | "eu-nld-ams" | "eu-swe-arn" | "na-mex-mex" | "na-usa-iad" | "na-usa-sea" | "oc-aus-syd" | "sa-bra-gru" | "ng-nld-ams";
/** Status in this region; `fetching` until there are enough results. */
status: "fetching" | "online" | "offline";
/** Response time of the last successful check in milliseconds. */
response_time: number | null;
last_checked_at: string | null;
/** Whether the region has sent no results for three intervals plus the timeout. Its last known status is then ignored. */
silent: boolean;
/** Why the latest check failed; null if it succeeded. */
last_error: {
code: string;
message: string;
} | null;
};
export type BulkMonitorsInput = {
ids?: Array<number>;
/** Selects every matching monitor, instead of `ids`; `{}` selects all. */
filter?: {
tag?: string | Array<string>;
status?: string | Array<string>;
protocol?: string | Array<string>;
region?: string | Array<string>;
search?: string;
};
action: "pause" | "resume" | "delete" | "change";
/** Seconds between two checks from the same region. */
interval?: 30 | 60 | 120 | 180 | 300 | 600 | 900 | 1800 | 3600;
add_tags?: Array<string>;
remove_tags?: Array<string>;
/** Number of monitors that must match; otherwise 409. Required for `delete`. */
expected?: number;
};
export type BulkDone = {
changed: number;
};
export type CheckNow = {
/** One entry per region, in the monitor's order. A region without a runner is reported as inconclusive with the code runner_offline. */
regions: Array<RegionCheck>;
};
export type RegionCheck = {
region: "as-jpn-hnd" | "as-sgp-sin" | "as-tha-bkk" | "eu-deu-fra" | "eu-fra-cdg" | "eu-gbr-lhr" | "eu-nld-ams" | "eu-swe-arn" | "na-mex-mex" | "na-usa-iad" | "na-usa-sea" | "oc-aus-syd" | "sa-bra-gru";
outcome: "up" | "down" | "inconclusive" | "missed";
status_code: number | null;
error: {
code: "dns_not_found" | "dns_failed" | "dns_timeout" | "connect_refused" | "connect_reset" | "connect_unreachable" | "connect_timeout" | "connect_failed" | "tls_handshake_failed" | "tls_timeout" | "tls_certificate_expired" | "tls_certificate_not_yet_valid" | "tls_certificate_host_mismatch" | "tls_certificate_self_signed" | "tls_certificate_untrusted" | "http_timeout" | "http_reset" | "http_empty" | "http_malformed" | "http_truncated" | "http_headers_too_large" | "http_body_too_large" | "http_decoding_failed" | "http_too_many_redirects" | "http_bad_redirect" | "assertion_failed" | "icmp_timeout" | "icmp_unreachable" | "blocked_address" | "runner_overloaded" | "runner_offline" | "runner_stands_in" | "unsupported";
message: string;
} | null;
timings: {
total: number | null;
dns: number | null;
connect: number | null;
tls: number | null;
send: number | null;
first_byte: number | null;
transfer: number | null;
};
remote_address: string | null;
phases: Array<{
region: "as-jpn-hnd" | "as-sgp-sin" | "as-tha-bkk" | "eu-deu-fra" | "eu-fra-cdg" | "eu-gbr-lhr" | "eu-nld-ams" | "eu-swe-arn" | "na-mex-mex" | "na-usa-iad" | "na-usa-sea" | "oc-aus-syd" | "sa-bra-gru";
phase: "dns" | "connect" | "tls" | "send" | "first_byte" | "transfer" | "done";
took_us: number;
detail: string | null;
}>;
assertions: Array<{
type: string;
operator: string;
selector: string | null;
expected: string;
actual: string | null;
passed: boolean;
}>;
warnings: Array<string>;
redirects: Array<string>;
certificate: {
fingerprint_sha256: string;
serial_number: string;
subject_common_name: string | null;
subject_alternative_names: Array<string>;
issuer_common_name: string | null;
issuer_organization: string | null;
not_before: string;
not_after: string;
chain?: Array<{
subject_common_name: string | null;
fingerprint_sha256: string;
not_before: string;
not_after: string;
}>;
} | null;
/** Request and response of a failed HTTP check: headers with secrets redacted, and the beginning of the body, at most 10 KiB. Null for a successful check. */
trace: {
method: string;
url: string;
request_headers: Array<{
name: string;
value: string;
}>;
status_code: number | null;
response_headers: Array<{
name: string;
value: string;
}>;
body: string;
body_bytes: number;
} | null;
};
export type ReplayMonitorInput = {
/** Consecutive failures, 1 to 5, after which a region counts as down. */
incident_confirmations?: number;
/** Consecutive successes, 1 to 5, after which a region counts as up again. */
recovery_confirmations?: number;
/** Number of regions that must be down to open an incident, 1 to 10. Must not exceed the number of regions. */
region_threshold?: number;
/** Seconds. Must be a whole multiple of the current interval, because there are no results in between. */
interval?: 30 | 60 | 120 | 180 | 300 | 600 | 900 | 1800 | 3600;
/** Start of the window. Defaults to 30 days before its end. */
from?: string;
/** End of the window. Defaults to now. */
to?: string;
};
export type Replay = {
summary: string;
/** Limits of what the stored results can show for these settings. */
notes: Array<string>;
window: {
/** Time of the oldest stored result used; null without results. */
from: string | null;
/** Time of the newest stored result used; null without results. */
to: string | null;
results: number;
/** Days that raw results are kept (RETENTION_DAYS). */
retention_days: number;
};
settings: {
present: {
/** Consecutive failures, 1 to 5, after which a region counts as down. */
incident_confirmations: number;
/** Consecutive successes, 1 to 5, after which a region counts as up again. */
recovery_confirmations: number;
/** Number of regions that must be down to open an incident, 1 to 10. Must not exceed the number of regions. */
region_threshold: number;
interval: number;
};
other: {
/** Consecutive failures, 1 to 5, after which a region counts as down. */
incident_confirmations: number;
/** Consecutive successes, 1 to 5, after which a region counts as up again. */
recovery_confirmations: number;
/** Number of regions that must be down to open an incident, 1 to 10. Must not exceed the number of regions. */
region_threshold: number;
interval: number;
};
};
/** Incidents from the stored results under the current settings, newest first, at most 200. */
present: Array<ReplayedIncident>;
/** Incidents from the stored results under the proposed settings, newest first, at most 200. */
other: Array<ReplayedIncident>;
/** Incidents that occur only under the proposed settings, newest first, at most 200. */
gained: Array<ReplayedIncident>;
/** Incidents that occur only under the current settings, with the reason why the proposed settings avoid them; at most 200. */
lost: Array<ReplayedIncident>;
/** Incidents that occur under both settings at different times, newest first, at most 200. */
changed: Array<{
present: ReplayedIncident;
other: ReplayedIncident;
/** Seconds by which the alert would be sent later; negative means earlier. */
told_shift: number | null;
/** Seconds by which the incident would start later; negative means earlier. */
start_shift: number | null;
/** Seconds by which the incident would recover later; null unless both have recovered. */
end_shift: number | null;
}>;
/** Total number of incidents in each list. */
alerts: {
present: number;
other: number;
gained: number;
lost: number;
changed: number;
};
/** Number of recorded automatic incidents of this monitor in the window. */
recorded: number;
/** Seconds with an open incident, excluding paused time. */
downtime: {
present: number;
other: number;
};
};
export type ReplayedIncident = {
incident_at: string;
/** When the incident was confirmed and alerts were sent. */
told_at: string;
/** Null when the incident had not recovered by the end of the window. */
recovery_at: string | null;
reason: string;
};
export type ResultPage = {
data: Array<Result>;
meta: {
per_page: number;
path: string;
next_cursor: string | null;
};
links: {
first: string;
last: null;
prev: null;
next: string | null;
};
};
export type Result = {
monitor_id: number;
region: "as-jpn-hnd" | "as-sgp-sin" | "as-tha-bkk" | "eu-deu-fra" | "eu-fra-cdg" | "eu-gbr-lhr" | "eu-nld-ams" | "eu-swe-arn" | "na-mex-mex" | "na-usa-iad" | "na-usa-sea" | "oc-aus-syd" | "sa-bra-gru";
scheduled_at: string;
started_at: string;
outcome: "up" | "down" | "inconclusive" | "missed";
status_code: number | null;
error: {
code: string;
message: string;
} | null;
timings: {
total: number | null;
dns: number | null;
connect: number | null;
tls: number | null;
send: number | null;
first_byte: number | null;
transfer: number | null;
};
remote_address: string | null;
assertions: Array<{
type: string;
operator: string;
selector: string | null;
expected: string;
actual: string | null;
passed: boolean;
}>;
warnings: Array<string>;
redirects: Array<string>;
certificate: {
fingerprint_sha256: string;
serial_number: string;
subject_common_name: string | null;
subject_alternative_names: Array<string>;
issuer_common_name: string | null;
issuer_organization: string | null;
not_before: string;
not_after: string;
chain?: Array<{
subject_common_name: string | null;
fingerprint_sha256: string;
not_before: string;
not_after: string;
}>;
} | null;
/** Request and response of a failed HTTP check: headers with secrets redacted, and the beginning of the body, at most 10 KiB. Null for a successful check, and for a failure identical to the previous one. */
trace: {
method: string;
url: string;
request_headers: Array<{
name: string;
value: string;
}>;
status_code: number | null;
response_headers: Array<{
name: string;
value: string;
}>;
body: string;
body_bytes: number;
} | null;
};
export type Strips = {
strips: Array<Strip>;
};
export type Strip = {
monitor_id: number;
/** Milliseconds. */
p50: number | null;
/** Milliseconds. */
p95: number | null;
hours: Array<{
at: string;
up: number;
down: number;
}>;
};
export type Series = {
from: string;
to: string;
step_seconds: number;
source: "results" | "hourly" | "daily";
regions: Array<{
region: "as-jpn-hnd" | "as-sgp-sin" | "as-tha-bkk" | "eu-deu-fra" | "eu-fra-cdg" | "eu-gbr-lhr" | "eu-nld-ams" | "eu-swe-arn" | "na-mex-mex" | "na-usa-iad" | "na-usa-sea" | "oc-aus-syd" | "sa-bra-gru";
points: Array<SeriesPoint>;
/** Milliseconds. */
p50: number | null;
/** Milliseconds. */
p75: number | null;
/** Milliseconds. */
p95: number | null;
/** Milliseconds. */
p99: number | null;
}>;
};
export type SeriesPoint = {
at: string;
up: number;
down: number;
inconclusive: number;
/** Milliseconds. */
p50: number | null;
/** Milliseconds. */
p95: number | null;
};
export type ProjectReport = {
/** Seconds of the window covered by the monitor's incidents, with overlaps counted once, excluding pauses and incidents excluded from downtime. */
downtime: number;
/** 100 × (1 − downtime ÷ seconds in which the monitor existed and was not paused), never rounded up; null without observations. */
availability: number | null;
mttr: number | null;
mtbf: number | null;
/** `operational` without incidents. */
highest_incident_impact: "operational" | "unknown" | "maintenance" | "degraded_performance" | "partial_outage" | "major_outage";
/** Lowest availability of any monitor. */
min_availability: number | null;
/** Highest availability of any monitor. */
max_availability: number | null;
report_start_at: string;
report_end_at: string;
/** Monitor reports, paginated by `page` and `per_page`. */
monitors: Array<MonitorReport>;
};
export type Incident = {
id: number;
project_id: number;
/** `monitor` for incidents opened by a failing monitor, `manual` for incidents created by a person or through the API. */
type: "monitor" | "manual";
/** The project's prefix and a sequence number within the project. */
slug: string;
/** 1 to 250 characters. The title of an incident of type `monitor` is private; see `public_title`. */
title: string;
/** What status pages, feeds and emails to subscribers call the incident: null or 1 to 250 characters. When null, an incident of type `manual` appears under its title, and one of type `monitor` under a neutral one such as “Shop is unavailable”, with the components' names on that page. Until an update is published, every incident appears under the neutral one. */
public_title: string | null;
/** Null or 1 to 2,000 characters. Private; only updates are public. */
description: string | null;
/** How users are affected. */
impact: "operational" | "unknown" | "maintenance" | "degraded_performance" | "partial_outage" | "major_outage";
/** Progress of the work on the incident: the highest state among its updates, or `unknown` without updates. */
state: "unknown" | "investigating" | "identified" | "monitoring" | "resolved";
/** Whether the incident is ongoing, recovering or recovered. */
status: "ongoing" | "recovering" | "recovered";
/** Whether to exclude this incident from downtime and availability in reports. */
exclude_from_downtime: boolean;
incident_at: string;
recovery_at: string | null;
/** When the latest published update promised the next one. Null without a promise and once the incident has recovered. */
next_update_at: string | null;
/** Markdown, null or 1 to 20,000 characters. Public on the incident's page. The incident must have recovered. */
post_mortem: string | null;
post_mortem_published_at: string | null;
monitors: Array<number>;
/** At most 20 tags of 1 to 100 characters: lowercase letters, digits and . _ : -. An organization can have at most 200 different tags. */
tags: Array<string> | null;
created_at: string;
updated_at: string;
};
export type MonitorReport = {
id: number;
name: string;
incident_count: number;
/** Seconds of the window covered by the monitor's incidents, with overlaps counted once, excluding pauses and incidents excluded from downtime. */
downtime: number;
/** 100 × (1 − downtime ÷ seconds in which the monitor existed and was not paused), never rounded up; null without observations. */
availability: number | null;
mttr: number | null;
mtbf: number | null;
/** `operational` without incidents. */
highest_incident_impact: "operational" | "unknown" | "maintenance" | "degraded_performance" | "partial_outage" | "major_outage";
/** Share of the window in which the monitor was observed. */
coverage: number | null;
/** Incidents that overlap the window, newest first, paginated by `page` and `per_page`. */
incidents: Array<Incident>;
};
export type CreateIncident = {
/** 1 to 250 characters. The title of an incident of type `monitor` is private; see `public_title`. */
title: string;
/** What status pages, feeds and emails to subscribers call the incident: null or 1 to 250 characters. When null, an incident of type `manual` appears under its title, and one of type `monitor` under a neutral one such as “Shop is unavailable”, with the components' names on that page. Until an update is published, every incident appears under the neutral one. */
public_title?: string | null;
/** Null or 1 to 2,000 characters. Private; only updates are public. */
description?: string | null;
/** How users are affected. */
impact: "operational" | "unknown" | "maintenance" | "degraded_performance" | "partial_outage" | "major_outage";
/** Whether to exclude this incident from downtime and availability in reports. */
exclude_from_downtime?: boolean;
/** At most 100 monitor ids of the project. Ignored on incidents of type `monitor`. */
monitors?: Array<number>;
/** At most 20 tags of 1 to 100 characters: lowercase letters, digits and . _ : -. An organization can have at most 200 different tags. */
tags?: Array<string> | null;
/** Within the last year and at most 10 minutes ahead. Defaults to now. */
incident_at?: string;
/** Null, or a time after the start and at most 10 minutes ahead. An incident created with it is already recovered and triggers no created event. */
recovery_at?: string | null;
};
export type UpdateIncident = {
/** 1 to 250 characters. The title of an incident of type `monitor` is private; see `public_title`. */
title?: string;
/** What status pages, feeds and emails to subscribers call the incident: null or 1 to 250 characters. When null, an incident of type `manual` appears under its title, and one of type `monitor` under a neutral one such as “Shop is unavailable”, with the components' names on that page. Until an update is published, every incident appears under the neutral one. */
public_title?: string | null;
/** Markdown, null or 1 to 20,000 characters. Public on the incident's page. The incident must have recovered. */
post_mortem?: string | null;
/** Null or 1 to 2,000 characters. Private; only updates are public. */
description?: string | null;
/** How users are affected. */
impact?: "operational" | "unknown" | "maintenance" | "degraded_performance" | "partial_outage" | "major_outage";
/** Whether to exclude this incident from downtime and availability in reports. */
exclude_from_downtime?: boolean;
/** At most 100 monitor ids of the project. Ignored on incidents of type `monitor`. */
monitors?: Array<number>;
/** At most 20 tags of 1 to 100 characters: lowercase letters, digits and . _ : -. An organization can have at most 200 different tags. */
tags?: Array<string> | null;
/** Within the last year and at most 10 minutes ahead. Defaults to now. */
incident_at?: string;
/** Null, or a time after the start and at most 10 minutes ahead. An incident created with it is already recovered and triggers no created event. */
recovery_at?: string | null;
};
export type IncidentUpdate = {
id: number;
project_id: number;
incident_id: number;
/** Progress of the work on the incident: the highest state among its updates, or `unknown` without updates. */
state: "unknown" | "investigating" | "identified" | "monitoring" | "resolved";
/** Markdown, 1 to 10,000 characters. Public as soon as it is published. */
content: string;
published_at: string;
next_update_at: string | null;
creator: Creator;
created_at: string;
updated_at: string;
};
export type Creator = {
id: number;
type: "user" | "api_key";
label: string;
};
export type CreateIncidentUpdate = {
/** Progress of the work on the incident: the highest state among its updates, or `unknown` without updates. */
state: "unknown" | "investigating" | "identified" | "monitoring" | "resolved";
/** Markdown, 1 to 10,000 characters. Public as soon as it is published. */
content: string;
/** Within the last year and at most 10 minutes ahead. Defaults to now. An update with a future time is scheduled and shown at that time. */
published_at?: string;
/** When visitors can expect the next update: null, or a time up to 7 days after `published_at`. */
next_update_at?: string | null;
/** Also sets the incident's `public_title`. Leave it out to keep the current one. */
public_title?: string | null;
};
export type EditIncidentUpdate = {
/** Progress of the work on the incident: the highest state among its updates, or `unknown` without updates. */
state?: "unknown" | "investigating" | "identified" | "monitoring" | "resolved";
/** Markdown, 1 to 10,000 characters. Public as soon as it is published. */
content?: string;
/** Within the last year and at most 10 minutes ahead. Defaults to now. An update with a future time is scheduled and shown at that time. */
published_at?: string;
/** When visitors can expect the next update: null, or a time up to 7 days after `published_at`. */
next_update_at?: string | null;
};
export type IncidentComment = {
id: number;
project_id: number;
incident_id: number;
/** Markdown, 1 to 10,000 characters. Private: never shown on a status page. */
content: string;
creator: Creator;
created_at: string;
updated_at: string;
};
export type CreateIncidentComment = {
/** Markdown, 1 to 10,000 characters. Private: never shown on a status page. */
content: string;
};
export type EditIncidentComment = {
/** Markdown, 1 to 10,000 characters. Private: never shown on a status page. */
content?: string;
};
export type IncidentTimeline = {
acknowledged_at: string | null;
acknowledged_by: string | null;
monitors: Array<{
id: number;
name: string;
failing_since: string | null;
recovered_at: string | null;
/** Periods within the incident in which the monitor was up. They do not count as downtime. `to` is null while the period lasts. */
observed_up: Array<{
from: string;
to: string | null;
}>;
}>;
/** Newest first, at most 500. */
entries: Array<TimelineEntry>;
};
export type TimelineEntry = {
at: string;
/** opened, propagated, ongoing, recovering, partially_recovered, recovery_held, recovered, created, reopened, edited, unmerged, acknowledged, corrected, post_mortem_drafted, model_text, model_text_failed, monitor_paused, monitor_resumed, monitor_edited, monitor_deleted, maintenance_began, maintenance_ended, update, comment, delivery … */
kind: string;
text: string;
detail: Record<string, unknown> | null;
/** Requests and responses of the failed checks, with secrets redacted; kept 30 days. */
evidence: Array<{
region: "as-jpn-hnd" | "as-sgp-sin" | "as-tha-bkk" | "eu-deu-fra" | "eu-fra-cdg" | "eu-gbr-lhr" | "eu-nld-ams" | "eu-swe-arn" | "na-mex-mex" | "na-usa-iad" | "na-usa-sea" | "oc-aus-syd" | "sa-bra-gru";
trace: {
method: string;
url: string;
request_headers: Array<{
name: string;
value: string;
}>;
status_code: number | null;
response_headers: Array<{
name: string;
value: string;
}>;
body: string;
body_bytes: number;
};
}>;
};
export type UnmergeIncidentInput = {
/** One of the incident's monitors. The incident must have more than one. */
monitor_id: number;
};
export type IncidentTemplate = {
id: number;
project_id: number;
/** 1 to 100 characters. Unique within the project, ignoring case. */
name: string;
/** Null or 1 to 250 characters. `{what}` is replaced with the names of the affected monitors; other braces are kept. */
title: string | null;
/** Null or 1 to 2,000 characters. Private; only updates are public. */
description: string | null;
impact: "operational" | "unknown" | "maintenance" | "degraded_performance" | "partial_outage" | "major_outage" | null;
/** At most 20 tags of 1 to 100 characters: lowercase letters, digits and . _ : -. An organization can have at most 200 different tags. */
tags: Array<string> | null;
/** State of the public update; null when the template has none. */
update_state: "unknown" | "investigating" | "identified" | "monitoring" | "resolved" | null;
/** Markdown, null or 1 to 10,000 characters. `{what}` is replaced with the names of the affected monitors; other braces are kept. */
update_content: string | null;
created_at: string;
updated_at: string;
};
export type CreateIncidentTemplate = {
/** 1 to 100 characters. Unique within the project, ignoring case. */
name: string;
/** Null or 1 to 250 characters. `{what}` is replaced with the names of the affected monitors; other braces are kept. */
title?: string | null;
/** Null or 1 to 2,000 characters. Private; only updates are public. */
description?: string | null;
impact?: "operational" | "unknown" | "maintenance" | "degraded_performance" | "partial_outage" | "major_outage" | null;
/** At most 20 tags of 1 to 100 characters: lowercase letters, digits and . _ : -. An organization can have at most 200 different tags. */
tags?: Array<string> | null;
/** State of the public update; null when the template has none. */
update_state?: "unknown" | "investigating" | "identified" | "monitoring" | "resolved" | null;
/** Markdown, null or 1 to 10,000 characters. `{what}` is replaced with the names of the affected monitors; other braces are kept. */
update_content?: string | null;
};
export type UpdateIncidentTemplate = {
/** 1 to 100 characters. Unique within the project, ignoring case. */
name?: string;
/** Null or 1 to 250 characters. `{what}` is replaced with the names of the affected monitors; other braces are kept. */
title?: string | null;
/** Null or 1 to 2,000 characters. Private; only updates are public. */
description?: string | null;
impact?: "operational" | "unknown" | "maintenance" | "degraded_performance" | "partial_outage" | "major_outage" | null;
/** At most 20 tags of 1 to 100 characters: lowercase letters, digits and . _ : -. An organization can have at most 200 different tags. */
tags?: Array<string> | null;
/** State of the public update; null when the template has none. */
update_state?: "unknown" | "investigating" | "identified" | "monitoring" | "resolved" | null;
/** Markdown, null or 1 to 10,000 characters. `{what}` is replaced with the names of the affected monitors; other braces are kept. */
update_content?: string | null;
};
export type MaintenanceWindow = {
id: number;
project_id: number;
/** 1 to 250 characters. */
title: string;
/** Null or 1 to 2000 characters. */
description: string | null;
/** `pause`: the monitors are not checked. `mute`: checks continue, but no notifications are sent for incidents of these monitors. `normal`: the window is only announced. */
monitoring_mode: "pause" | "mute" | "normal";
state: "scheduled" | "in_progress" | "completed" | "cancelled";
starts_at: string;
ends_at: string;
monitors: Array<number>;
status_pages: Array<number>;
/** At most 20 tags of 1 to 100 characters: lowercase letters, digits and . _ : -. An organization can have at most 200 different tags. */
tags: Array<string> | null;
/** Null or one RFC 5545 RRULE, at most hourly. `starts_at` must be one of its occurrences. Each occurrence becomes a separate window 30 days ahead, with the same `recurrence_id`. The rule follows the local time of `time_zone`: when a clock change skips the start time, the start moves by the gap (02:30 becomes 03:30); when it repeats the start time, the first one counts. Changing the rule replaces the upcoming windows; null ends the recurrence with this window. */
recurrence: string | null;
/** IANA name of the time zone that the recurrence follows. Defaults to UTC. */
time_zone: string | null;
/** Shared by all windows of a recurrence; null for a single window. */
recurrence_id: number | null;
created_at: string;
updated_at: string;
};
export type CreateMaintenanceWindow = {
/** 1 to 250 characters. */
title: string;
/** Null or 1 to 2000 characters. */
description?: string | null;
/** `pause`: the monitors are not checked. `mute`: checks continue, but no notifications are sent for incidents of these monitors. `normal`: the window is only announced. */
monitoring_mode?: "pause" | "mute" | "normal";
/** 1 to 100 monitor ids of the project. */
monitors: Array<number>;
status_pages?: Array<number> | null;
/** At most 20 tags of 1 to 100 characters: lowercase letters, digits and . _ : -. An organization can have at most 200 different tags. */
tags?: Array<string> | null;
/** A whole minute, from the current minute to one year ahead. Can change only while the window is scheduled. */
starts_at: string;
/** A whole minute after the start, at most one year ahead. Can change while the window is scheduled or in progress, but not to a time before now. */
ends_at: string;
/** Null or one RFC 5545 RRULE, at most hourly. `starts_at` must be one of its occurrences. Each occurrence becomes a separate window 30 days ahead, with the same `recurrence_id`. The rule follows the local time of `time_zone`: when a clock change skips the start time, the start moves by the gap (02:30 becomes 03:30); when it repeats the start time, the first one counts. Changing the rule replaces the upcoming windows; null ends the recurrence with this window. */
recurrence?: string | null;
/** IANA name of the time zone that the recurrence follows. Defaults to UTC. */
time_zone?: string | null;
};
export type UpdateMaintenanceWindow = {
/** 1 to 250 characters. */
title?: string;
/** Null or 1 to 2000 characters. */
description?: string | null;
/** `pause`: the monitors are not checked. `mute`: checks continue, but no notifications are sent for incidents of these monitors. `normal`: the window is only announced. */
monitoring_mode?: "pause" | "mute" | "normal";
/** 1 to 100 monitor ids of the project. */
monitors?: Array<number>;
status_pages?: Array<number> | null;
/** At most 20 tags of 1 to 100 characters: lowercase letters, digits and . _ : -. An organization can have at most 200 different tags. */
tags?: Array<string> | null;
/** A whole minute, from the current minute to one year ahead. Can change only while the window is scheduled. */
starts_at?: string;
/** A whole minute after the start, at most one year ahead. Can change while the window is scheduled or in progress, but not to a time before now. */
ends_at?: string;
/** Null or one RFC 5545 RRULE, at most hourly. `starts_at` must be one of its occurrences. Each occurrence becomes a separate window 30 days ahead, with the same `recurrence_id`. The rule follows the local time of `time_zone`: when a clock change skips the start time, the start moves by the gap (02:30 becomes 03:30); when it repeats the start time, the first one counts. Changing the rule replaces the upcoming windows; null ends the recurrence with this window. */
recurrence?: string | null;
/** IANA name of the time zone that the recurrence follows. Defaults to UTC. */
time_zone?: string | null;
/** For a recurring window: `this` window only, or also all `following` ones. Defaults to `this`. A window changed alone keeps its `recurrence_id`. */
apply_to?: "this" | "following";
};
export type StatusPage = {
id: number;
project_id: number;
/** 2 to 30 characters. */
name: string;
subdomain: string;
domain: string | null;
/** Null without a domain. `pending` until the domain is verified, `active` once it is, `failed` when the last check found no proof of ownership. A name that resolves only in a private network (.local, .internal, .lan, .test, .home.arpa, .localhost) is active without a check. */
domain_state: "pending" | "active" | "failed" | null;
/** Why verification failed, with the DNS records that are needed; null otherwise. */
domain_error: string | null;
/** 2 to 250 characters. */
title: string;
/** 2 to 250 characters. Used by search engines and feeds. */
description: string;
website_url: string;
search_engine_indexed: boolean;
/** At most 200, in display order. Groups are one level deep. */
components: Array<{
componentable_type: "uptime/monitor";
/** Id of a monitor in the project. */
componentable_id: number;
/** 1 to 100 characters; null shows the monitor's name. */
display_name: string | null;
} | {
componentable_type: "uptime/group";
/** 1 to 100 characters. */
name: string;
/** Whether the group is initially expanded. A group with an active incident is always expanded. */
is_expanded: boolean;
components: Array<{
componentable_type: "uptime/monitor";
/** Id of a monitor in the project. */
componentable_id: number;
/** 1 to 100 characters; null shows the monitor's name. */
display_name: string | null;
}>;
}>;
color_scheme: "all" | "dark" | "light";
language: "en";
/** 30, 60 or 90. */
timeframe: 30 | 60 | 90;
/** IANA time zone of the dates and times on the page. Defaults to UTC. */
time_zone: string;
show_response_times: boolean;
subscription_channels: Array<"rss" | "atom" | "slack" | "email" | "webhook" | "ical" | "json">;
/** Missing values of a partial object are filled from the default. Responses contain the complete theme. */
theme: {
light: {
operational: string;
degraded_performance: string;
partial_outage: string;
major_outage: string;
maintenance: string;
empty: string;
background: string;
foreground: string;
foreground_muted: string;
background_card: string;
};
dark: {
operational: string;
degraded_performance: string;
partial_outage: string;
major_outage: string;
maintenance: string;
empty: string;
background: string;
foreground: string;
foreground_muted: string;
background_card: string;
};
rounded: boolean;
/** Pixels, 0 to 3. */
border_width: number;
};
access_ips: Array<string> | null;
access_token_enabled: boolean;
access_password_enabled: boolean;
/** Whether any of the three access rules is set. */
is_private: boolean;
/** URL of the image; null without one. */
logo_light: string | null;
/** URL of the image; null without one. */
logo_dark: string | null;
/** URL of the image; null without one. */
favicon_light: string | null;
/** URL of the image; null without one. */
favicon_dark: string | null;
/** Where visitors find the page. */
url: string;
/** At most 20 tags of 1 to 100 characters: lowercase letters, digits and . _ : -. An organization can have at most 200 different tags. */
tags: Array<string> | null;
created_at: string;
updated_at: string;
};
export type CreateStatusPage = {
/** 2 to 30 characters. */
name: string;
/** 2 to 30 characters, a DNS label. Globally unique. */
subdomain: string;
/** 2 to 250 characters. */
title: string;
/** 2 to 250 characters. Used by search engines and feeds. */
description: string;
/** Link target of the logo: http or https, at most 250 characters. */
website_url: string;
/** When false, pages are marked noindex and robots.txt disallows crawling. */
search_engine_indexed: boolean;
/** At most 200, in display order. Groups are one level deep. */
components: Array<{
componentable_type: "uptime/monitor";
/** Id of a monitor in the project. */
componentable_id: number;
/** 1 to 100 characters; null shows the monitor's name. */
display_name?: string | null;
} | {
componentable_type: "uptime/group";
/** 1 to 100 characters. */
name: string;
/** Whether the group is initially expanded. A group with an active incident is always expanded. */
is_expanded?: boolean;
components: Array<{
componentable_type: "uptime/monitor";
/** Id of a monitor in the project. */
componentable_id: number;
/** 1 to 100 characters; null shows the monitor's name. */
display_name?: string | null;
}>;
}>;
/** A unique host name whose DNS points to this server; null for none. */
domain?: string | null;
color_scheme?: "all" | "dark" | "light" | null;
time_zone?: string | null;
language?: "en" | null;
timeframe?: 30 | 60 | 90 | null;
show_response_times?: boolean | null;
/** How visitors can subscribe to updates. */
subscription_channels?: Array<"rss" | "atom" | "slack" | "email" | "webhook" | "ical" | "json">;
/** Missing values of a partial object are filled from the default. Responses contain the complete theme. */
theme?: {
light?: {
operational?: string;
degraded_performance?: string;
partial_outage?: string;
major_outage?: string;
maintenance?: string;
empty?: string;
background?: string;
foreground?: string;
foreground_muted?: string;
background_card?: string;
} | null;
dark?: {
operational?: string;
degraded_performance?: string;
partial_outage?: string;
major_outage?: string;
maintenance?: string;
empty?: string;
background?: string;
foreground?: string;
foreground_muted?: string;
background_card?: string;
} | null;
rounded?: boolean | null;
border_width?: number | null;
} | null;
/** 1 to 50 addresses or ranges that can view the page without a token or password; null for none. */
access_ips?: Array<string> | null;
/** 8 to 500 characters, write-only; null turns it off. */
access_token?: string | null;
/** 8 to 500 characters, write-only; null turns it off. */
access_password?: string | null;
/** JPEG, PNG or SVG, at most 1 MiB: a data URL in JSON, or a file part of a multipart form. false removes it. */
logo_light?: string | false | null;
/** JPEG, PNG or SVG, at most 1 MiB: a data URL in JSON, or a file part of a multipart form. false removes it. */
logo_dark?: string | false | null;
/** PNG or SVG, at most 1 MiB: a data URL in JSON, or a file part of a multipart form. false removes it. */
favicon_light?: string | false | null;
/** PNG or SVG, at most 1 MiB: a data URL in JSON, or a file part of a multipart form. false removes it. */
favicon_dark?: string | false | null;
/** At most 20 tags of 1 to 100 characters: lowercase letters, digits and . _ : -. An organization can have at most 200 different tags. */
tags?: Array<string> | null;
};
export type UpdateStatusPage = {
/** 2 to 30 characters. */
name?: string;
/** 2 to 30 characters, a DNS label. Globally unique. */
subdomain?: string;
/** 2 to 250 characters. */
title?: string;
/** 2 to 250 characters. Used by search engines and feeds. */
description?: string;
/** Link target of the logo: http or https, at most 250 characters. */
website_url?: string;
/** When false, pages are marked noindex and robots.txt disallows crawling. */
search_engine_indexed?: boolean;
/** At most 200, in display order. Groups are one level deep. */
components?: Array<{
componentable_type: "uptime/monitor";
/** Id of a monitor in the project. */
componentable_id: number;
/** 1 to 100 characters; null shows the monitor's name. */
display_name?: string | null;
} | {
componentable_type: "uptime/group";
/** 1 to 100 characters. */
name: string;
/** Whether the group is initially expanded. A group with an active incident is always expanded. */
is_expanded?: boolean;
components: Array<{
componentable_type: "uptime/monitor";
/** Id of a monitor in the project. */
componentable_id: number;
/** 1 to 100 characters; null shows the monitor's name. */
display_name?: string | null;
}>;
}>;
/** A unique host name whose DNS points to this server; null for none. */
domain?: string | null;
/** `all` follows the visitor's preference. */
color_scheme?: "all" | "dark" | "light";
/** IANA time zone of the dates and times on the page. Defaults to UTC. */
time_zone?: string;
/** BCP 47 code of the language of the page, its emails and its feeds. Defaults to en. */
language?: "en";
/** 30, 60 or 90. */
timeframe?: 30 | 60 | 90;
show_response_times?: boolean;
/** How visitors can subscribe to updates. */
subscription_channels?: Array<"rss" | "atom" | "slack" | "email" | "webhook" | "ical" | "json">;
/** Missing values of a partial object are filled from the default. Responses contain the complete theme. */
theme?: {
light?: {
operational?: string;
degraded_performance?: string;
partial_outage?: string;
major_outage?: string;
maintenance?: string;
empty?: string;
background?: string;
foreground?: string;
foreground_muted?: string;
background_card?: string;
} | null;
dark?: {
operational?: string;
degraded_performance?: string;
partial_outage?: string;
major_outage?: string;
maintenance?: string;
empty?: string;
background?: string;
foreground?: string;
foreground_muted?: string;
background_card?: string;
} | null;
rounded?: boolean | null;
border_width?: number | null;
} | null;
/** 1 to 50 addresses or ranges that can view the page without a token or password; null for none. */
access_ips?: Array<string> | null;
/** 8 to 500 characters, write-only; null turns it off. */
access_token?: string | null;
/** 8 to 500 characters, write-only; null turns it off. */
access_password?: string | null;
/** JPEG, PNG or SVG, at most 1 MiB: a data URL in JSON, or a file part of a multipart form. false removes it. */
logo_light?: string | false | null;
/** JPEG, PNG or SVG, at most 1 MiB: a data URL in JSON, or a file part of a multipart form. false removes it. */
logo_dark?: string | false | null;
/** PNG or SVG, at most 1 MiB: a data URL in JSON, or a file part of a multipart form. false removes it. */
favicon_light?: string | false | null;
/** PNG or SVG, at most 1 MiB: a data URL in JSON, or a file part of a multipart form. false removes it. */
favicon_dark?: string | false | null;
/** At most 20 tags of 1 to 100 characters: lowercase letters, digits and . _ : -. An organization can have at most 200 different tags. */
tags?: Array<string> | null;
};
export type CurrentStatus = {
/** The highest impact among the components; `operational` without incidents. */
current_incident_impact: "operational" | "unknown" | "maintenance" | "degraded_performance" | "partial_outage" | "major_outage";
/** Availability in percent over the page's timeframe, never rounded up; null without observations. */
availability: number | null;
updated_at: string;
components: Array<{
component_type: "uptime/monitor";
component_id: number;
name: string;
response_time: number | null;
/** Availability in percent over the page's timeframe, never rounded up; null without observations. */
availability: number | null;
/** How users are affected. */
current_incident_impact: "operational" | "unknown" | "maintenance" | "degraded_performance" | "partial_outage" | "major_outage";
} | {
component_type: "uptime/group";
name: string;
response_time: number | null;
/** Availability in percent over the page's timeframe, never rounded up; null without observations. */
availability: number | null;
/** How users are affected. */
current_incident_impact: "operational" | "unknown" | "maintenance" | "degraded_performance" | "partial_outage" | "major_outage";
components: Array<{
component_type: "uptime/monitor";
component_id: number;
name: string;
response_time: number | null;
/** Availability in percent over the page's timeframe, never rounded up; null without observations. */
availability: number | null;
/** How users are affected. */
current_incident_impact: "operational" | "unknown" | "maintenance" | "degraded_performance" | "partial_outage" | "major_outage";
}>;
}>;
active_incidents: Array<{
id: number;
title: string;
/** How users are affected. */
impact: "operational" | "unknown" | "maintenance" | "degraded_performance" | "partial_outage" | "major_outage";
/** Progress of the work on the incident: the highest state among its updates, or `unknown` without updates. */
state: "unknown" | "investigating" | "identified" | "monitoring" | "resolved";
/** Whether the incident is ongoing, recovering or recovered. */
status: "ongoing" | "recovering" | "recovered";
exclude_from_downtime: boolean;
incident_at: string;
recovery_at: string | null;
}>;
};
export type PageSubscriber = {
id: number;
email: string;
/** Monitors that the subscriber gets emails about. Empty means all monitors of the page, including those added later. */
components: Array<number>;
confirmed_at: string;
};
export type TagInUse = {
tag: string;
monitors: number;
incidents: number;
status_pages: number;
maintenance_windows: number;
total: number;
};
export type Certificate = {
id: number;
project_id: number;
monitor_id: number;
/** Region that first saw the certificate. */
region: "as-jpn-hnd" | "as-sgp-sin" | "as-tha-bkk" | "eu-deu-fra" | "eu-fra-cdg" | "eu-gbr-lhr" | "eu-nld-ams" | "eu-swe-arn" | "na-mex-mex" | "na-usa-iad" | "na-usa-sea" | "oc-aus-syd" | "sa-bra-gru";
fingerprint_sha256: string;
serial_number: string;
subject_common_name: string | null;
subject_alternative_names: Array<string>;
issuer_common_name: string | null;
issuer_organization: string | null;
not_before: string;
not_after: string;
/** Intermediate certificates sent by the server, starting with the issuer. */
chain: Array<{
subject_common_name: string | null;
fingerprint_sha256: string;
not_before: string;
not_after: string;
}>;
/** Whether checks currently see this certificate. A monitor that reaches several servers can have several certificates in use. False once another certificate has replaced it. */
active: boolean;
/** Number of days before expiry at which the first matching alert rule sends a warning; null when no rule applies. */
warned_days: number | null;
/** When a check last saw the certificate, to the hour. */
last_seen_at: string;
/** When a check first saw the certificate. */
created_at: string;
updated_at: string;
};
export type Runner = {
id: number;
name: string;
/** `local` is the built-in runner. */
kind: "local" | "remote";
/** Region of a remote runner; null for the built-in runner. */
region: "as-jpn-hnd" | "as-sgp-sin" | "as-tha-bkk" | "eu-deu-fra" | "eu-fra-cdg" | "eu-gbr-lhr" | "eu-nld-ams" | "eu-swe-arn" | "na-mex-mex" | "na-usa-iad" | "na-usa-sea" | "oc-aus-syd" | "sa-bra-gru" | null;
/** Regions that the runner currently serves: its own for a remote runner, every region without an active remote runner for the built-in runner. Empty unless the runner is alive. */
regions: Array<"as-jpn-hnd" | "as-sgp-sin" | "as-tha-bkk" | "eu-deu-fra" | "eu-fra-cdg" | "eu-gbr-lhr" | "eu-nld-ams" | "eu-swe-arn" | "na-mex-mex" | "na-usa-iad" | "na-usa-sea" | "oc-aus-syd" | "sa-bra-gru">;
/** Those regions whose failures are currently ignored, with the reason. */
held: Array<{
region: "as-jpn-hnd" | "as-sgp-sin" | "as-tha-bkk" | "eu-deu-fra" | "eu-fra-cdg" | "eu-gbr-lhr" | "eu-nld-ams" | "eu-swe-arn" | "na-mex-mex" | "na-usa-iad" | "na-usa-sea" | "oc-aus-syd" | "sa-bra-gru";
reason: string;
}>;
/** `alive` means heard from within the last 45 s. */
state: "alive" | "silent" | "never_seen" | "revoked";
last_seen_at: string | null;
/** Null before the first report. */
report: RunnerReport | null;
/** Environment of the runner. `node`: its Node.js version. `ping`: how it sends pings: `socket` (an unprivileged socket), `ping` (one process per ping), or `none` (ICMP checks are inconclusive). */
capabilities: Record<string, unknown>;
version: string | null;
/** What to do when its version differs from the server's; null otherwise. */
version_note: string | null;
/** What to do when two processes have been using its token for 30 s (two DATA_DIRs with one token); null otherwise. */
double_note: string | null;
/** What is wrong when its clock differs from the server's by more than a minute; null otherwise. */
clock_note: string | null;
created_at: string;
revoked_at: string | null;
};
export type RunnerReport = {
/** Delay of check starts: the 99th percentile, in ms. */
lag_p99_ms: number;
/** Results on the runner's disk that the server has not acknowledged. */
spooled: number;
/** Checks in progress. */
running: number;
/** Monitors that the runner checks. */
monitors: number;
/** Why the runner's self-check fails; null if it passes. */
doubt: string | null;
};
export type CreateRunner = {
/** Display name, 1 to 60 characters. */
name: string;
/** Location of the other machine. Returned as the canonical code: `ng-nld-ams` as `eu-nld-ams`. */
region: "as-jpn-hnd" | "as-sgp-sin" | "as-tha-bkk" | "eu-deu-fra" | "eu-fra-cdg" | "eu-gbr-lhr" | "eu-nld-ams" | "eu-swe-arn" | "na-mex-mex" | "na-usa-iad" | "na-usa-sea" | "oc-aus-syd" | "sa-bra-gru" | "ng-nld-ams";
};
export type CreatedRunner = {
id: number;
name: string;
/** `local` is the built-in runner. */
kind: "local" | "remote";
/** Region of a remote runner; null for the built-in runner. */
region: "as-jpn-hnd" | "as-sgp-sin" | "as-tha-bkk" | "eu-deu-fra" | "eu-fra-cdg" | "eu-gbr-lhr" | "eu-nld-ams" | "eu-swe-arn" | "na-mex-mex" | "na-usa-iad" | "na-usa-sea" | "oc-aus-syd" | "sa-bra-gru" | null;
/** Regions that the runner currently serves: its own for a remote runner, every region without an active remote runner for the built-in runner. Empty unless the runner is alive. */
regions: Array<"as-jpn-hnd" | "as-sgp-sin" | "as-tha-bkk" | "eu-deu-fra" | "eu-fra-cdg" | "eu-gbr-lhr" | "eu-nld-ams" | "eu-swe-arn" | "na-mex-mex" | "na-usa-iad" | "na-usa-sea" | "oc-aus-syd" | "sa-bra-gru">;
/** Those regions whose failures are currently ignored, with the reason. */
held: Array<{
region: "as-jpn-hnd" | "as-sgp-sin" | "as-tha-bkk" | "eu-deu-fra" | "eu-fra-cdg" | "eu-gbr-lhr" | "eu-nld-ams" | "eu-swe-arn" | "na-mex-mex" | "na-usa-iad" | "na-usa-sea" | "oc-aus-syd" | "sa-bra-gru";
reason: string;
}>;
/** `alive` means heard from within the last 45 s. */
state: "alive" | "silent" | "never_seen" | "revoked";
last_seen_at: string | null;
/** Null before the first report. */
report: RunnerReport | null;
/** Environment of the runner. `node`: its Node.js version. `ping`: how it sends pings: `socket` (an unprivileged socket), `ping` (one process per ping), or `none` (ICMP checks are inconclusive). */
capabilities: Record<string, unknown>;
version: string | null;
/** What to do when its version differs from the server's; null otherwise. */
version_note: string | null;
/** What to do when two processes have been using its token for 30 s (two DATA_DIRs with one token); null otherwise. */
double_note: string | null;
/** What is wrong when its clock differs from the server's by more than a minute; null otherwise. */
clock_note: string | null;
created_at: string;
revoked_at: string | null;
/** Shown only in this response: only its SHA-256 hash is stored. */
token: string;
/** Command that starts the runner on the other machine, including the token. */
command: string;
};

export interface Operations {
  /** Get information about the API. */
  getAbout: {
    params: undefined;
    query: undefined;
    body: undefined;
    answer: About;
  };
  /** Get the API reference as a web page. */
  getDocs: {
    params: undefined;
    query: undefined;
    body: undefined;
    answer: string;
  };
  /** Liveness: the process responds and can serve public pages. */
  getHealth: {
    params: undefined;
    query: undefined;
    body: undefined;
    answer: Health;
  };
  /** Prometheus metrics. */
  getMetrics: {
    params: undefined;
    query: undefined;
    body: undefined;
    answer: string;
  };
  /** Get the OpenAPI document. */
  getOpenapi: {
    params: undefined;
    query: { "part"?: "public" | "all"; };
    body: undefined;
    answer: Record<string, unknown>;
  };
  /** Readiness: database, migrations, runner heartbeat, every stage from check to notification, disk. */
  getReadiness: {
    params: undefined;
    query: undefined;
    body: undefined;
    answer: Readiness;
  };
  /** Get the current credential and its permissions. */
  whoAmI: {
    params: undefined;
    query: undefined;
    body: undefined;
    answer: WhoAmI;
  };
  /** Readiness of public status pages only. */
  getPagesReadiness: {
    params: undefined;
    query: undefined;
    body: undefined;
    answer: Health;
  };
  /** List projects. */
  listProjects: {
    params: undefined;
    query: { "page"?: number; "per_page"?: number; };
    body: undefined;
    answer: {
data: Array<Project>;
meta: ListMeta;
links: ListLinks;
};
  };
  /** Create a project. */
  createProject: {
    params: undefined;
    query: undefined;
    body: CreateProject;
    answer: Project;
  };
  /** Get a project. */
  getProject: {
    params: { "projectId": number; };
    query: undefined;
    body: undefined;
    answer: Project;
  };
  /** Update a project. */
  updateProject: {
    params: { "projectId": number; };
    query: undefined;
    body: UpdateProject;
    answer: Project;
  };
  /** Delete a project. */
  deleteProject: {
    params: { "projectId": number; };
    query: undefined;
    body: undefined;
    answer: undefined;
  };
  /** List users. */
  listUsers: {
    params: undefined;
    query: { "email"?: Array<string>; "page"?: number; "per_page"?: number; };
    body: undefined;
    answer: {
data: Array<User>;
meta: ListMeta;
links: ListLinks;
};
  };
  /** Get a user. */
  getUser: {
    params: { "userId": number; };
    query: undefined;
    body: undefined;
    answer: User;
  };
  /** List an app's integrations. */
  listIntegrations: {
    params: { "app": "email" | "sms" | "ilert" | "ntfy" | "outgoing_webhook" | "pushover" | "slack" | "discord" | "telegram"; };
    query: { "name"?: string | Array<string>; "page"?: number; "per_page"?: number; };
    body: undefined;
    answer: {
data: Array<Integration>;
meta: ListMeta;
links: ListLinks;
};
  };
  /** Create an integration. */
  createIntegration: {
    params: { "app": "email" | "sms" | "ilert" | "ntfy" | "outgoing_webhook" | "pushover" | "slack" | "discord" | "telegram"; };
    query: undefined;
    body: CreateIntegration;
    answer: Integration;
  };
  /** Get an integration. */
  getIntegration: {
    params: { "app": "email" | "sms" | "ilert" | "ntfy" | "outgoing_webhook" | "pushover" | "slack" | "discord" | "telegram"; "integrationId": number; };
    query: undefined;
    body: undefined;
    answer: Integration;
  };
  /** Update an integration. */
  updateIntegration: {
    params: { "app": "email" | "sms" | "ilert" | "ntfy" | "outgoing_webhook" | "pushover" | "slack" | "discord" | "telegram"; "integrationId": number; };
    query: undefined;
    body: UpdateIntegration;
    answer: Integration;
  };
  /** Delete an integration. */
  deleteIntegration: {
    params: { "app": "email" | "sms" | "ilert" | "ntfy" | "outgoing_webhook" | "pushover" | "slack" | "discord" | "telegram"; "integrationId": number; };
    query: undefined;
    body: undefined;
    answer: undefined;
  };
  /** Send a test message. */
  testIntegration: {
    params: { "app": "email" | "sms" | "ilert" | "ntfy" | "outgoing_webhook" | "pushover" | "slack" | "discord" | "telegram"; "integrationId": number; };
    query: undefined;
    body: undefined;
    answer: {
delivery_id: number;
};
  };
  /** List alert rules. */
  listAlertRules: {
    params: undefined;
    query: { "event"?: Array<"uptime.monitor.created" | "uptime.monitor.deleted" | "uptime.monitor_certificate.discovered" | "uptime.monitor_certificate.expiring" | "uptime.incident.created" | "uptime.incident.propagated" | "uptime.incident.partially_recovered" | "uptime.incident.recovered" | "uptime.incident_comment.created" | "uptime.incident_update.published" | "uptime.maintenance_window.in_progress" | "uptime.maintenance_window.completed" | "uptime.maintenance_window.cancelled">; "integration_id"?: Array<number>; "page"?: number; "per_page"?: number; };
    body: undefined;
    answer: {
data: Array<AlertRule>;
meta: ListMeta;
links: ListLinks;
};
  };
  /** Create an alert rule. */
  createAlertRule: {
    params: undefined;
    query: undefined;
    body: CreateAlertRule;
    answer: AlertRule;
  };
  /** Get an alert rule. */
  getAlertRule: {
    params: { "alertRuleId": number; };
    query: undefined;
    body: undefined;
    answer: AlertRule;
  };
  /** Update an alert rule. */
  updateAlertRule: {
    params: { "alertRuleId": number; };
    query: undefined;
    body: UpdateAlertRule;
    answer: AlertRule;
  };
  /** Delete an alert rule. */
  deleteAlertRule: {
    params: { "alertRuleId": number; };
    query: undefined;
    body: undefined;
    answer: undefined;
  };
  /** List deliveries. */
  listDeliveries: {
    params: undefined;
    query: { "status"?: Array<"pending" | "delivered" | "not_sent" | "failed" | "muted" | "rate_limited" | "superseded">; "integration_id"?: Array<number>; "incident_id"?: Array<number>; "page"?: number; "per_page"?: number; };
    body: undefined;
    answer: {
data: Array<DeliverySummary>;
meta: ListMeta;
links: ListLinks;
};
  };
  /** Get a delivery with its attempts. */
  getDelivery: {
    params: { "deliveryId": number; };
    query: undefined;
    body: undefined;
    answer: Delivery;
  };
  /** Resend a delivery. */
  resendDelivery: {
    params: { "deliveryId": number; };
    query: undefined;
    body: undefined;
    answer: {
delivery_id: number;
};
  };
  /** Get the delivery health of each integration. */
  getDestinationHealth: {
    params: undefined;
    query: undefined;
    body: undefined;
    answer: {
destinations: Array<DestinationHealth>;
};
  };
  /** Send a test incident. */
  startDrill: {
    params: undefined;
    query: undefined;
    body: StartDrillInput;
    answer: Drill;
  };
  /** Get a test incident with its notifications. */
  getDrill: {
    params: { "drillId": string; };
    query: undefined;
    body: undefined;
    answer: Drill;
  };
  /** Delete a test incident. */
  deleteDrill: {
    params: { "drillId": string; };
    query: undefined;
    body: undefined;
    answer: undefined;
  };
  /** List rate-limited integrations. */
  listChannelHolds: {
    params: undefined;
    query: { "page"?: number; "per_page"?: number; };
    body: undefined;
    answer: {
data: Array<ChannelHold>;
meta: ListMeta;
links: ListLinks;
};
  };
  /** List monitors. */
  listMonitors: {
    params: undefined;
    query: { "tag"?: Array<string>; "status"?: Array<"fetching" | "online" | "offline" | "partial" | "paused">; "protocol"?: Array<"http" | "tcp" | "icmp">; "region"?: Array<"as-jpn-hnd" | "as-sgp-sin" | "as-tha-bkk" | "eu-deu-fra" | "eu-fra-cdg" | "eu-gbr-lhr" | "eu-nld-ams" | "eu-swe-arn" | "na-mex-mex" | "na-usa-iad" | "na-usa-sea" | "oc-aus-syd" | "sa-bra-gru">; "search"?: string; "page"?: number; "per_page"?: number; };
    body: undefined;
    answer: {
data: Array<Monitor>;
meta: ListMeta;
links: ListLinks;
};
  };
  /** Create a monitor. */
  createMonitor: {
    params: undefined;
    query: undefined;
    body: {
/** The protocol to check with. Cannot change after creation. */
protocol: "http";
request: {
/** HTTP method. */
method: "HEAD" | "GET" | "POST" | "PUT" | "PATCH" | "OPTIONS";
/** URL to check: http or https, at most 255 characters, without credentials. */
url: string;
/** Whether to accept an invalid certificate. It is still reported. */
tls_skip_verify?: boolean;
/** Request body, at most 500 characters. Only for POST, PUT and PATCH. */
body?: string | null;
/** Whether to follow up to 5 redirects, all within the timeout. */
follow_redirects?: boolean;
/** Appended to the User-Agent header, so that a firewall can allow the checks. Included in responses. */
user_agent_secret?: string | null;
/** At most 10 request headers, sent in this order. */
headers?: Array<{
/** Header name, at most 50 characters. */
name: string;
/** At most 1,024 characters, sent verbatim. */
value: string;
}> | null;
};
/** 2 to 45 characters. */
name: string;
/** Where checks run from: 1 to 6 different regions, in the given order. Amsterdam has two codes, `ng-nld-ams` and `eu-nld-ams`. A monitor returns the code that was sent and cannot use both. Runners in Amsterdam serve both. Results, certificates and runners always use `eu-nld-ams`. */
regions: Array<"as-jpn-hnd" | "as-sgp-sin" | "as-tha-bkk" | "eu-deu-fra" | "eu-fra-cdg" | "eu-gbr-lhr" | "eu-nld-ams" | "eu-swe-arn" | "na-mex-mex" | "na-usa-iad" | "na-usa-sea" | "oc-aus-syd" | "sa-bra-gru" | "ng-nld-ams">;
/** Seconds between two checks from the same region. */
interval?: 30 | 60 | 120 | 180 | 300 | 600 | 900 | 1800 | 3600;
/** Milliseconds after which a check fails. Must not exceed the interval. */
timeout?: 1000 | 2000 | 3000 | 4000 | 5000 | 6000 | 7000 | 8000 | 9000 | 10000 | 15000 | 20000 | 25000 | 30000;
/** Consecutive failures, 1 to 5, after which a region counts as down. */
incident_confirmations?: number;
/** Consecutive successes, 1 to 5, after which a region counts as up again. */
recovery_confirmations?: number;
/** Number of regions that must be down to open an incident, 1 to 10. Must not exceed the number of regions. */
region_threshold?: number;
/** At most 20 tags of 1 to 100 characters: lowercase letters, digits and . _ : -. An organization can have at most 200 different tags. */
tags?: Array<string> | null;
/** A paused monitor is not checked. Paused time is excluded from reports. */
paused?: boolean;
/** Only for `http`, at most 20. A check succeeds when all of them pass. Without assertions, the status code must match 2xx or 30x. */
success_assertions?: Array<{
type: "status_code";
operator: "in" | "not_in";
/** Comma-separated status codes; x stands for any digit. */
value: string;
} | {
type: "response_header";
operator: "equals" | "not_equals" | "contains" | "not_contains";
/** Name of the response header. */
selector: string;
/** The comparison ignores case. */
value: string;
} | {
type: "response_body";
operator: "contains" | "not_contains";
/** Text to find in the first 512 KiB of the decompressed body, ignoring case. */
value: string;
}> | null;
} | {
/** The protocol to check with. Cannot change after creation. */
protocol: "tcp";
request: {
/** Host name or IP address, 1 to 255 characters. */
host: string;
/** Port from "1" to "65535" as text. A number is accepted and returned as text. */
port: string | number;
/** Whether to complete a TLS handshake after connecting. */
connection?: "plain" | "tls";
/** Whether to accept an invalid certificate. It is still reported. */
tls_skip_verify?: boolean;
};
/** 2 to 45 characters. */
name: string;
/** Where checks run from: 1 to 6 different regions, in the given order. Amsterdam has two codes, `ng-nld-ams` and `eu-nld-ams`. A monitor returns the code that was sent and cannot use both. Runners in Amsterdam serve both. Results, certificates and runners always use `eu-nld-ams`. */
regions: Array<"as-jpn-hnd" | "as-sgp-sin" | "as-tha-bkk" | "eu-deu-fra" | "eu-fra-cdg" | "eu-gbr-lhr" | "eu-nld-ams" | "eu-swe-arn" | "na-mex-mex" | "na-usa-iad" | "na-usa-sea" | "oc-aus-syd" | "sa-bra-gru" | "ng-nld-ams">;
/** Seconds between two checks from the same region. */
interval?: 30 | 60 | 120 | 180 | 300 | 600 | 900 | 1800 | 3600;
/** Milliseconds after which a check fails. Must not exceed the interval. */
timeout?: 1000 | 2000 | 3000 | 4000 | 5000 | 6000 | 7000 | 8000 | 9000 | 10000 | 15000 | 20000 | 25000 | 30000;
/** Consecutive failures, 1 to 5, after which a region counts as down. */
incident_confirmations?: number;
/** Consecutive successes, 1 to 5, after which a region counts as up again. */
recovery_confirmations?: number;
/** Number of regions that must be down to open an incident, 1 to 10. Must not exceed the number of regions. */
region_threshold?: number;
/** At most 20 tags of 1 to 100 characters: lowercase letters, digits and . _ : -. An organization can have at most 200 different tags. */
tags?: Array<string> | null;
/** A paused monitor is not checked. Paused time is excluded from reports. */
paused?: boolean;
/** Only for `http`, at most 20. A check succeeds when all of them pass. Without assertions, the status code must match 2xx or 30x. */
success_assertions?: Array<{
type: "status_code";
operator: "in" | "not_in";
/** Comma-separated status codes; x stands for any digit. */
value: string;
} | {
type: "response_header";
operator: "equals" | "not_equals" | "contains" | "not_contains";
/** Name of the response header. */
selector: string;
/** The comparison ignores case. */
value: string;
} | {
type: "response_body";
operator: "contains" | "not_contains";
/** Text to find in the first 512 KiB of the decompressed body, ignoring case. */
value: string;
}> | null;
} | {
/** The protocol to check with. Cannot change after creation. */
protocol: "icmp";
request: {
/** Host name or IP address, 1 to 255 characters. */
host: string;
};
/** 2 to 45 characters. */
name: string;
/** Where checks run from: 1 to 6 different regions, in the given order. Amsterdam has two codes, `ng-nld-ams` and `eu-nld-ams`. A monitor returns the code that was sent and cannot use both. Runners in Amsterdam serve both. Results, certificates and runners always use `eu-nld-ams`. */
regions: Array<"as-jpn-hnd" | "as-sgp-sin" | "as-tha-bkk" | "eu-deu-fra" | "eu-fra-cdg" | "eu-gbr-lhr" | "eu-nld-ams" | "eu-swe-arn" | "na-mex-mex" | "na-usa-iad" | "na-usa-sea" | "oc-aus-syd" | "sa-bra-gru" | "ng-nld-ams">;
/** Seconds between two checks from the same region. */
interval?: 30 | 60 | 120 | 180 | 300 | 600 | 900 | 1800 | 3600;
/** Milliseconds after which a check fails. Must not exceed the interval. */
timeout?: 1000 | 2000 | 3000 | 4000 | 5000 | 6000 | 7000 | 8000 | 9000 | 10000 | 15000 | 20000 | 25000 | 30000;
/** Consecutive failures, 1 to 5, after which a region counts as down. */
incident_confirmations?: number;
/** Consecutive successes, 1 to 5, after which a region counts as up again. */
recovery_confirmations?: number;
/** Number of regions that must be down to open an incident, 1 to 10. Must not exceed the number of regions. */
region_threshold?: number;
/** At most 20 tags of 1 to 100 characters: lowercase letters, digits and . _ : -. An organization can have at most 200 different tags. */
tags?: Array<string> | null;
/** A paused monitor is not checked. Paused time is excluded from reports. */
paused?: boolean;
/** Only for `http`, at most 20. A check succeeds when all of them pass. Without assertions, the status code must match 2xx or 30x. */
success_assertions?: Array<{
type: "status_code";
operator: "in" | "not_in";
/** Comma-separated status codes; x stands for any digit. */
value: string;
} | {
type: "response_header";
operator: "equals" | "not_equals" | "contains" | "not_contains";
/** Name of the response header. */
selector: string;
/** The comparison ignores case. */
value: string;
} | {
type: "response_body";
operator: "contains" | "not_contains";
/** Text to find in the first 512 KiB of the decompressed body, ignoring case. */
value: string;
}> | null;
};
    answer: Monitor;
  };
  /** Get a monitor. */
  getMonitor: {
    params: { "monitorId": number; };
    query: undefined;
    body: undefined;
    answer: Monitor;
  };
  /** Update a monitor. */
  updateMonitor: {
    params: { "monitorId": number; };
    query: undefined;
    body: {
/** 2 to 45 characters. */
name?: string;
/** Cannot change. Only the monitor's own protocol is accepted. */
protocol?: "http" | "tcp" | "icmp";
/** Replaced as a whole: omitted fields of `request` are removed or reset to their default. Omit `request` to keep it. */
request?: {
/** HTTP method. */
method: "HEAD" | "GET" | "POST" | "PUT" | "PATCH" | "OPTIONS";
/** URL to check: http or https, at most 255 characters, without credentials. */
url: string;
/** Whether to accept an invalid certificate. It is still reported. */
tls_skip_verify?: boolean;
/** Request body, at most 500 characters. Only for POST, PUT and PATCH. */
body?: string | null;
/** Whether to follow up to 5 redirects, all within the timeout. */
follow_redirects?: boolean;
/** Appended to the User-Agent header, so that a firewall can allow the checks. Included in responses. */
user_agent_secret?: string | null;
/** At most 10 request headers, sent in this order. */
headers?: Array<{
/** Header name, at most 50 characters. */
name: string;
/** At most 1,024 characters, sent verbatim. */
value: string;
}> | null;
} | {
/** Host name or IP address, 1 to 255 characters. */
host: string;
/** Port from "1" to "65535" as text. A number is accepted and returned as text. */
port: string | number;
/** Whether to complete a TLS handshake after connecting. */
connection?: "plain" | "tls";
/** Whether to accept an invalid certificate. It is still reported. */
tls_skip_verify?: boolean;
} | {
/** Host name or IP address, 1 to 255 characters. */
host: string;
};
/** Where checks run from: 1 to 6 different regions, in the given order. Amsterdam has two codes, `ng-nld-ams` and `eu-nld-ams`. A monitor returns the code that was sent and cannot use both. Runners in Amsterdam serve both. Results, certificates and runners always use `eu-nld-ams`. */
regions?: Array<"as-jpn-hnd" | "as-sgp-sin" | "as-tha-bkk" | "eu-deu-fra" | "eu-fra-cdg" | "eu-gbr-lhr" | "eu-nld-ams" | "eu-swe-arn" | "na-mex-mex" | "na-usa-iad" | "na-usa-sea" | "oc-aus-syd" | "sa-bra-gru" | "ng-nld-ams">;
/** Seconds between two checks from the same region. */
interval?: 30 | 60 | 120 | 180 | 300 | 600 | 900 | 1800 | 3600;
/** Milliseconds after which a check fails. Must not exceed the interval. */
timeout?: 1000 | 2000 | 3000 | 4000 | 5000 | 6000 | 7000 | 8000 | 9000 | 10000 | 15000 | 20000 | 25000 | 30000;
/** Only for `http`, at most 20. A check succeeds when all of them pass. Without assertions, the status code must match 2xx or 30x. */
success_assertions?: Array<{
type: "status_code";
operator: "in" | "not_in";
/** Comma-separated status codes; x stands for any digit. */
value: string;
} | {
type: "response_header";
operator: "equals" | "not_equals" | "contains" | "not_contains";
/** Name of the response header. */
selector: string;
/** The comparison ignores case. */
value: string;
} | {
type: "response_body";
operator: "contains" | "not_contains";
/** Text to find in the first 512 KiB of the decompressed body, ignoring case. */
value: string;
}> | null;
/** Consecutive failures, 1 to 5, after which a region counts as down. */
incident_confirmations?: number;
/** Consecutive successes, 1 to 5, after which a region counts as up again. */
recovery_confirmations?: number;
/** Number of regions that must be down to open an incident, 1 to 10. Must not exceed the number of regions. */
region_threshold?: number;
/** At most 20 tags of 1 to 100 characters: lowercase letters, digits and . _ : -. An organization can have at most 200 different tags. */
tags?: Array<string> | null;
/** A paused monitor is not checked. Paused time is excluded from reports. */
paused?: boolean;
};
    answer: Monitor;
  };
  /** Delete a monitor. */
  deleteMonitor: {
    params: { "monitorId": number; };
    query: undefined;
    body: undefined;
    answer: undefined;
  };
  /** Pause a monitor. */
  pauseMonitor: {
    params: { "monitorId": number; };
    query: undefined;
    body: undefined;
    answer: undefined;
  };
  /** Resume a monitor. */
  resumeMonitor: {
    params: { "monitorId": number; };
    query: undefined;
    body: undefined;
    answer: undefined;
  };
  /** Change many monitors at once. */
  bulkMonitors: {
    params: undefined;
    query: undefined;
    body: BulkMonitorsInput;
    answer: BulkDone;
  };
  /** Check a monitor before saving it. */
  checkUnsavedMonitor: {
    params: undefined;
    query: undefined;
    body: {
/** The protocol to check with. Cannot change after creation. */
protocol: "http";
request: {
/** HTTP method. */
method: "HEAD" | "GET" | "POST" | "PUT" | "PATCH" | "OPTIONS";
/** URL to check: http or https, at most 255 characters, without credentials. */
url: string;
/** Whether to accept an invalid certificate. It is still reported. */
tls_skip_verify?: boolean;
/** Request body, at most 500 characters. Only for POST, PUT and PATCH. */
body?: string | null;
/** Whether to follow up to 5 redirects, all within the timeout. */
follow_redirects?: boolean;
/** Appended to the User-Agent header, so that a firewall can allow the checks. Included in responses. */
user_agent_secret?: string | null;
/** At most 10 request headers, sent in this order. */
headers?: Array<{
/** Header name, at most 50 characters. */
name: string;
/** At most 1,024 characters, sent verbatim. */
value: string;
}> | null;
};
/** 2 to 45 characters. */
name: string;
/** Where checks run from: 1 to 6 different regions, in the given order. Amsterdam has two codes, `ng-nld-ams` and `eu-nld-ams`. A monitor returns the code that was sent and cannot use both. Runners in Amsterdam serve both. Results, certificates and runners always use `eu-nld-ams`. */
regions: Array<"as-jpn-hnd" | "as-sgp-sin" | "as-tha-bkk" | "eu-deu-fra" | "eu-fra-cdg" | "eu-gbr-lhr" | "eu-nld-ams" | "eu-swe-arn" | "na-mex-mex" | "na-usa-iad" | "na-usa-sea" | "oc-aus-syd" | "sa-bra-gru" | "ng-nld-ams">;
/** Seconds between two checks from the same region. */
interval?: 30 | 60 | 120 | 180 | 300 | 600 | 900 | 1800 | 3600;
/** Milliseconds after which a check fails. Must not exceed the interval. */
timeout?: 1000 | 2000 | 3000 | 4000 | 5000 | 6000 | 7000 | 8000 | 9000 | 10000 | 15000 | 20000 | 25000 | 30000;
/** Consecutive failures, 1 to 5, after which a region counts as down. */
incident_confirmations?: number;
/** Consecutive successes, 1 to 5, after which a region counts as up again. */
recovery_confirmations?: number;
/** Number of regions that must be down to open an incident, 1 to 10. Must not exceed the number of regions. */
region_threshold?: number;
/** At most 20 tags of 1 to 100 characters: lowercase letters, digits and . _ : -. An organization can have at most 200 different tags. */
tags?: Array<string> | null;
/** A paused monitor is not checked. Paused time is excluded from reports. */
paused?: boolean;
/** Only for `http`, at most 20. A check succeeds when all of them pass. Without assertions, the status code must match 2xx or 30x. */
success_assertions?: Array<{
type: "status_code";
operator: "in" | "not_in";
/** Comma-separated status codes; x stands for any digit. */
value: string;
} | {
type: "response_header";
operator: "equals" | "not_equals" | "contains" | "not_contains";
/** Name of the response header. */
selector: string;
/** The comparison ignores case. */
value: string;
} | {
type: "response_body";
operator: "contains" | "not_contains";
/** Text to find in the first 512 KiB of the decompressed body, ignoring case. */
value: string;
}> | null;
} | {
/** The protocol to check with. Cannot change after creation. */
protocol: "tcp";
request: {
/** Host name or IP address, 1 to 255 characters. */
host: string;
/** Port from "1" to "65535" as text. A number is accepted and returned as text. */
port: string | number;
/** Whether to complete a TLS handshake after connecting. */
connection?: "plain" | "tls";
/** Whether to accept an invalid certificate. It is still reported. */
tls_skip_verify?: boolean;
};
/** 2 to 45 characters. */
name: string;
/** Where checks run from: 1 to 6 different regions, in the given order. Amsterdam has two codes, `ng-nld-ams` and `eu-nld-ams`. A monitor returns the code that was sent and cannot use both. Runners in Amsterdam serve both. Results, certificates and runners always use `eu-nld-ams`. */
regions: Array<"as-jpn-hnd" | "as-sgp-sin" | "as-tha-bkk" | "eu-deu-fra" | "eu-fra-cdg" | "eu-gbr-lhr" | "eu-nld-ams" | "eu-swe-arn" | "na-mex-mex" | "na-usa-iad" | "na-usa-sea" | "oc-aus-syd" | "sa-bra-gru" | "ng-nld-ams">;
/** Seconds between two checks from the same region. */
interval?: 30 | 60 | 120 | 180 | 300 | 600 | 900 | 1800 | 3600;
/** Milliseconds after which a check fails. Must not exceed the interval. */
timeout?: 1000 | 2000 | 3000 | 4000 | 5000 | 6000 | 7000 | 8000 | 9000 | 10000 | 15000 | 20000 | 25000 | 30000;
/** Consecutive failures, 1 to 5, after which a region counts as down. */
incident_confirmations?: number;
/** Consecutive successes, 1 to 5, after which a region counts as up again. */
recovery_confirmations?: number;
/** Number of regions that must be down to open an incident, 1 to 10. Must not exceed the number of regions. */
region_threshold?: number;
/** At most 20 tags of 1 to 100 characters: lowercase letters, digits and . _ : -. An organization can have at most 200 different tags. */
tags?: Array<string> | null;
/** A paused monitor is not checked. Paused time is excluded from reports. */
paused?: boolean;
/** Only for `http`, at most 20. A check succeeds when all of them pass. Without assertions, the status code must match 2xx or 30x. */
success_assertions?: Array<{
type: "status_code";
operator: "in" | "not_in";
/** Comma-separated status codes; x stands for any digit. */
value: string;
} | {
type: "response_header";
operator: "equals" | "not_equals" | "contains" | "not_contains";
/** Name of the response header. */
selector: string;
/** The comparison ignores case. */
value: string;
} | {
type: "response_body";
operator: "contains" | "not_contains";
/** Text to find in the first 512 KiB of the decompressed body, ignoring case. */
value: string;
}> | null;
} | {
/** The protocol to check with. Cannot change after creation. */
protocol: "icmp";
request: {
/** Host name or IP address, 1 to 255 characters. */
host: string;
};
/** 2 to 45 characters. */
name: string;
/** Where checks run from: 1 to 6 different regions, in the given order. Amsterdam has two codes, `ng-nld-ams` and `eu-nld-ams`. A monitor returns the code that was sent and cannot use both. Runners in Amsterdam serve both. Results, certificates and runners always use `eu-nld-ams`. */
regions: Array<"as-jpn-hnd" | "as-sgp-sin" | "as-tha-bkk" | "eu-deu-fra" | "eu-fra-cdg" | "eu-gbr-lhr" | "eu-nld-ams" | "eu-swe-arn" | "na-mex-mex" | "na-usa-iad" | "na-usa-sea" | "oc-aus-syd" | "sa-bra-gru" | "ng-nld-ams">;
/** Seconds between two checks from the same region. */
interval?: 30 | 60 | 120 | 180 | 300 | 600 | 900 | 1800 | 3600;
/** Milliseconds after which a check fails. Must not exceed the interval. */
timeout?: 1000 | 2000 | 3000 | 4000 | 5000 | 6000 | 7000 | 8000 | 9000 | 10000 | 15000 | 20000 | 25000 | 30000;
/** Consecutive failures, 1 to 5, after which a region counts as down. */
incident_confirmations?: number;
/** Consecutive successes, 1 to 5, after which a region counts as up again. */
recovery_confirmations?: number;
/** Number of regions that must be down to open an incident, 1 to 10. Must not exceed the number of regions. */
region_threshold?: number;
/** At most 20 tags of 1 to 100 characters: lowercase letters, digits and . _ : -. An organization can have at most 200 different tags. */
tags?: Array<string> | null;
/** A paused monitor is not checked. Paused time is excluded from reports. */
paused?: boolean;
/** Only for `http`, at most 20. A check succeeds when all of them pass. Without assertions, the status code must match 2xx or 30x. */
success_assertions?: Array<{
type: "status_code";
operator: "in" | "not_in";
/** Comma-separated status codes; x stands for any digit. */
value: string;
} | {
type: "response_header";
operator: "equals" | "not_equals" | "contains" | "not_contains";
/** Name of the response header. */
selector: string;
/** The comparison ignores case. */
value: string;
} | {
type: "response_body";
operator: "contains" | "not_contains";
/** Text to find in the first 512 KiB of the decompressed body, ignoring case. */
value: string;
}> | null;
};
    answer: CheckNow;
  };
  /** Check a monitor now. */
  checkMonitor: {
    params: { "monitorId": number; };
    query: undefined;
    body: undefined;
    answer: CheckNow;
  };
  /** Replay stored results with other settings. */
  replayMonitor: {
    params: { "monitorId": number; };
    query: undefined;
    body: ReplayMonitorInput;
    answer: Replay;
  };
  /** List check results. */
  listResults: {
    params: { "monitorId": number; };
    query: { "region"?: Array<"as-jpn-hnd" | "as-sgp-sin" | "as-tha-bkk" | "eu-deu-fra" | "eu-fra-cdg" | "eu-gbr-lhr" | "eu-nld-ams" | "eu-swe-arn" | "na-mex-mex" | "na-usa-iad" | "na-usa-sea" | "oc-aus-syd" | "sa-bra-gru">; "outcome"?: Array<"up" | "down" | "inconclusive" | "missed">; "from"?: string; "to"?: string; "with_trace"?: "true" | "false"; "cursor"?: string; "per_page"?: number; };
    body: undefined;
    answer: ResultPage;
  };
  /** Get the last 24 hours of up to 100 monitors. */
  getStrips: {
    params: undefined;
    query: { "monitor_id"?: Array<number>; };
    body: undefined;
    answer: Strips;
  };
  /** Get a monitor's response times by region. */
  getSeries: {
    params: { "monitorId": number; };
    query: { "from"?: string; "to"?: string; "buckets"?: number; };
    body: undefined;
    answer: Series;
  };
  /** Get the report of the project. */
  getProjectReport: {
    params: undefined;
    query: { "from"?: string; "to"?: string; "page"?: number; "per_page"?: number; };
    body: undefined;
    answer: ProjectReport;
  };
  /** Get the report of a monitor. */
  getMonitorReport: {
    params: { "monitorId": number; };
    query: { "from"?: string; "to"?: string; "page"?: number; "per_page"?: number; };
    body: undefined;
    answer: MonitorReport;
  };
  /** List incidents. */
  listIncidents: {
    params: undefined;
    query: { "monitor_id"?: Array<number>; "tag"?: Array<string>; "status"?: Array<"ongoing" | "recovering" | "recovered">; "type"?: Array<"monitor" | "manual">; "page"?: number; "per_page"?: number; };
    body: undefined;
    answer: {
data: Array<Incident>;
meta: ListMeta;
links: ListLinks;
};
  };
  /** Create a manual incident. */
  createIncident: {
    params: undefined;
    query: undefined;
    body: CreateIncident;
    answer: Incident;
  };
  /** Get an incident. */
  getIncident: {
    params: { "incidentId": number; };
    query: undefined;
    body: undefined;
    answer: Incident;
  };
  /** Update an incident. */
  updateIncident: {
    params: { "incidentId": number; };
    query: undefined;
    body: UpdateIncident;
    answer: Incident;
  };
  /** Delete an incident. */
  deleteIncident: {
    params: { "incidentId": number; };
    query: undefined;
    body: undefined;
    answer: undefined;
  };
  /** Recover an incident. */
  recoverIncident: {
    params: { "incidentId": number; };
    query: undefined;
    body: undefined;
    answer: undefined;
  };
  /** List an incident's updates. */
  listIncidentUpdates: {
    params: { "incidentId": number; };
    query: { "page"?: number; "per_page"?: number; };
    body: undefined;
    answer: {
data: Array<IncidentUpdate>;
meta: ListMeta;
links: ListLinks;
};
  };
  /** Publish an update. */
  createIncidentUpdate: {
    params: { "incidentId": number; };
    query: undefined;
    body: CreateIncidentUpdate;
    answer: IncidentUpdate;
  };
  /** Get an update. */
  getIncidentUpdate: {
    params: { "incidentId": number; "incidentUpdateId": number; };
    query: undefined;
    body: undefined;
    answer: IncidentUpdate;
  };
  /** Edit an update. */
  editIncidentUpdate: {
    params: { "incidentId": number; "incidentUpdateId": number; };
    query: undefined;
    body: EditIncidentUpdate;
    answer: IncidentUpdate;
  };
  /** Delete an update. */
  deleteIncidentUpdate: {
    params: { "incidentId": number; "incidentUpdateId": number; };
    query: undefined;
    body: undefined;
    answer: undefined;
  };
  /** List an incident's private comments. */
  listIncidentComments: {
    params: { "incidentId": number; };
    query: { "page"?: number; "per_page"?: number; };
    body: undefined;
    answer: {
data: Array<IncidentComment>;
meta: ListMeta;
links: ListLinks;
};
  };
  /** Create a private comment. */
  createIncidentComment: {
    params: { "incidentId": number; };
    query: undefined;
    body: CreateIncidentComment;
    answer: IncidentComment;
  };
  /** Get a comment. */
  getIncidentComment: {
    params: { "incidentId": number; "commentId": number; };
    query: undefined;
    body: undefined;
    answer: IncidentComment;
  };
  /** Edit a comment. */
  editIncidentComment: {
    params: { "incidentId": number; "commentId": number; };
    query: undefined;
    body: EditIncidentComment;
    answer: IncidentComment;
  };
  /** Delete a comment. */
  deleteIncidentComment: {
    params: { "incidentId": number; "commentId": number; };
    query: undefined;
    body: undefined;
    answer: undefined;
  };
  /** Acknowledge an incident. */
  acknowledgeIncident: {
    params: { "incidentId": number; };
    query: undefined;
    body: undefined;
    answer: undefined;
  };
  /** Get the timeline of an incident. */
  getIncidentTimeline: {
    params: { "incidentId": number; };
    query: undefined;
    body: undefined;
    answer: IncidentTimeline;
  };
  /** Remove a monitor from a merged incident. */
  unmergeIncident: {
    params: { "incidentId": number; };
    query: undefined;
    body: UnmergeIncidentInput;
    answer: Incident;
  };
  /** List incident templates. */
  listIncidentTemplates: {
    params: undefined;
    query: { "page"?: number; "per_page"?: number; };
    body: undefined;
    answer: {
data: Array<IncidentTemplate>;
meta: ListMeta;
links: ListLinks;
};
  };
  /** Create an incident template. */
  createIncidentTemplate: {
    params: undefined;
    query: undefined;
    body: CreateIncidentTemplate;
    answer: IncidentTemplate;
  };
  /** Get an incident template. */
  getIncidentTemplate: {
    params: { "incidentTemplateId": number; };
    query: undefined;
    body: undefined;
    answer: IncidentTemplate;
  };
  /** Update an incident template. */
  updateIncidentTemplate: {
    params: { "incidentTemplateId": number; };
    query: undefined;
    body: UpdateIncidentTemplate;
    answer: IncidentTemplate;
  };
  /** Delete an incident template. */
  deleteIncidentTemplate: {
    params: { "incidentTemplateId": number; };
    query: undefined;
    body: undefined;
    answer: undefined;
  };
  /** List current and upcoming maintenance windows. */
  listComingMaintenance: {
    params: undefined;
    query: { "page"?: number; "per_page"?: number; };
    body: undefined;
    answer: {
data: Array<MaintenanceWindow>;
meta: ListMeta;
links: ListLinks;
};
  };
  /** List maintenance windows. */
  listMaintenanceWindows: {
    params: undefined;
    query: { "monitor_id"?: Array<number>; "status_page_id"?: Array<number>; "state"?: Array<"scheduled" | "in_progress" | "completed" | "cancelled">; "tag"?: Array<string>; "page"?: number; "per_page"?: number; };
    body: undefined;
    answer: {
data: Array<MaintenanceWindow>;
meta: ListMeta;
links: ListLinks;
};
  };
  /** Schedule a maintenance window. */
  createMaintenanceWindow: {
    params: undefined;
    query: undefined;
    body: CreateMaintenanceWindow;
    answer: MaintenanceWindow;
  };
  /** Get a maintenance window. */
  getMaintenanceWindow: {
    params: { "maintenanceWindowId": number; };
    query: undefined;
    body: undefined;
    answer: MaintenanceWindow;
  };
  /** Update a maintenance window. */
  updateMaintenanceWindow: {
    params: { "maintenanceWindowId": number; };
    query: undefined;
    body: UpdateMaintenanceWindow;
    answer: MaintenanceWindow;
  };
  /** Delete a maintenance window. */
  deleteMaintenanceWindow: {
    params: { "maintenanceWindowId": number; };
    query: { "apply_to"?: "this" | "following"; };
    body: undefined;
    answer: undefined;
  };
  /** Cancel a maintenance window. */
  cancelMaintenanceWindow: {
    params: { "maintenanceWindowId": number; };
    query: { "apply_to"?: "this" | "following"; };
    body: undefined;
    answer: undefined;
  };
  /** Complete a maintenance window. */
  completeMaintenanceWindow: {
    params: { "maintenanceWindowId": number; };
    query: undefined;
    body: undefined;
    answer: MaintenanceWindow;
  };
  /** List status pages. */
  listStatusPages: {
    params: undefined;
    query: { "tag"?: Array<string>; "page"?: number; "per_page"?: number; };
    body: undefined;
    answer: {
data: Array<StatusPage>;
meta: ListMeta;
links: ListLinks;
};
  };
  /** Create a status page. */
  createStatusPage: {
    params: undefined;
    query: undefined;
    body: CreateStatusPage;
    answer: StatusPage;
  };
  /** Get a status page. */
  getStatusPage: {
    params: { "statusPageId": number; };
    query: undefined;
    body: undefined;
    answer: StatusPage;
  };
  /** Update a status page. */
  updateStatusPage: {
    params: { "statusPageId": number; };
    query: undefined;
    body: UpdateStatusPage;
    answer: StatusPage;
  };
  /** Delete a status page. */
  deleteStatusPage: {
    params: { "statusPageId": number; };
    query: undefined;
    body: undefined;
    answer: undefined;
  };
  /** Get the current state of a status page. */
  getCurrentStatus: {
    params: { "statusPageId": number; };
    query: undefined;
    body: undefined;
    answer: CurrentStatus;
  };
  /** Verify a status page's domain now. */
  verifyStatusPageDomain: {
    params: { "statusPageId": number; };
    query: undefined;
    body: undefined;
    answer: StatusPage;
  };
  /** List the confirmed email subscribers of a status page. */
  listPageSubscribers: {
    params: { "statusPageId": number; };
    query: { "page"?: number; "per_page"?: number; };
    body: undefined;
    answer: {
data: Array<PageSubscriber>;
meta: ListMeta;
links: ListLinks;
};
  };
  /** Remove a subscriber from a status page. */
  removePageSubscriber: {
    params: { "statusPageId": number; "subscriberId": number; };
    query: undefined;
    body: undefined;
    answer: undefined;
  };
  /** List tags in use. */
  listTags: {
    params: undefined;
    query: { "page"?: number; "per_page"?: number; };
    body: undefined;
    answer: {
data: Array<TagInUse>;
meta: ListMeta;
links: ListLinks;
};
  };
  /** List certificates. */
  listCertificates: {
    params: undefined;
    query: { "monitor_id"?: Array<number>; "expires_within"?: number; "page"?: number; "per_page"?: number; };
    body: undefined;
    answer: {
data: Array<Certificate>;
meta: ListMeta;
links: ListLinks;
};
  };
  /** List runners and the regions they serve. */
  listRunners: {
    params: undefined;
    query: { "page"?: number; "per_page"?: number; };
    body: undefined;
    answer: {
data: Array<Runner>;
meta: ListMeta;
links: ListLinks;
};
  };
  /** Add a runner in another region. */
  createRunner: {
    params: undefined;
    query: undefined;
    body: CreateRunner;
    answer: CreatedRunner;
  };
  /** Revoke a runner. */
  revokeRunner: {
    params: { "runnerId": number; };
    query: undefined;
    body: undefined;
    answer: undefined;
  };
}

export const operations: { readonly [Id in keyof Operations]: readonly [method: string, path: string] };
