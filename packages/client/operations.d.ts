// Made from the API's contract by scripts/client-package.ts.
export type Error = {
/** What is wrong, what is allowed, what was given. */
message: string;
request_id?: string;
};
export type ValidationError = {
/** What is wrong, what is allowed, what was given. */
message: string;
/** Dotted field name → texts. */
errors: Record<string, Array<string>>;
};
export type Problem = {
type: string;
title: string;
status: number;
detail: string;
instance?: string;
/** What is wrong, what is allowed, what was given. */
message: string;
/** Dotted field name → texts. */
errors?: Record<string, Array<string>>;
};
export type ListMeta = {
current_page: number;
/** Position of the first item, from 1; null on an empty page. */
from: number | null;
/** Position of the last item; null on an empty page. */
to: number | null;
per_page: number;
/** Absolute URL without query. */
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
/** What is wrong; null when nothing is. */
message: string | null;
};
migrations: {
ok: boolean;
/** What is wrong; null when nothing is. */
message: string | null;
};
runner: {
ok: boolean;
/** What is wrong; null when nothing is. */
message: string | null;
};
/** Whether a runner serves every region that a monitor uses. */
regions: {
ok: boolean;
/** What is wrong; null when nothing is. */
message: string | null;
};
/** Whether checks come in. */
checks: {
ok: boolean;
/** What is wrong; null when nothing is. */
message: string | null;
};
/** Whether what runs by the clock runs. */
clock: {
ok: boolean;
/** What is wrong; null when nothing is. */
message: string | null;
};
/** Whether notifications leave. */
telling: {
ok: boolean;
/** What is wrong; null when nothing is. */
message: string | null;
};
/** Whether rollups, retention and the other maintenance steps work; names a step after two failed runs. */
maintenance: {
ok: boolean;
/** What is wrong; null when nothing is. */
message: string | null;
};
disk: {
ok: boolean;
/** What is wrong; null when nothing is. */
message: string | null;
};
/** Not ok once the server was told to stop. */
shutdown: {
ok: boolean;
/** What is wrong; null when nothing is. */
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
/** The key's own, or the one that a project header names; null without. */
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
/** 1 to 25 characters. The slug is made from it once; a rename keeps the slug. */
name: string;
/** Unique in the organization. */
slug: string;
/** 1 to 100 user ids of the organization. */
members: Array<number>;
settings: ProjectSettings;
created_at: string;
updated_at: string;
};
export type ProjectSettings = {
/** Titles, summaries and post-mortem drafts. */
use_incident_ai: boolean;
/** A failure with the same cause joins the open incident. */
use_incident_merging: boolean;
/** Minutes after an incident's last change in which a failure joins it. */
incident_merging_time_window: 5 | 10 | 30 | 60 | 120 | 180;
};
export type CreateProject = {
/** 1 to 25 characters. The slug is made from it once; a rename keeps the slug. */
name: string;
/** 1 to 100 user ids of the organization. */
members: Array<number>;
/** A partial object changes only what it names; null keeps or takes the default. */
settings?: {
use_incident_ai?: boolean | null;
use_incident_merging?: boolean | null;
incident_merging_time_window?: 5 | 10 | 30 | 60 | 120 | 180 | null;
} | null;
};
export type UpdateProject = {
/** 1 to 25 characters. The slug is made from it once; a rename keeps the slug. */
name?: string;
/** 1 to 100 user ids of the organization. */
members?: Array<number>;
/** A partial object changes only what it names; null keeps or takes the default. */
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
/** Without secrets; keys in the order in which they were sent. */
settings: {
/** 1 to 100 user ids of the organization. */
members?: Array<number>;
} | Record<string, unknown> | {
/** 4 to 100 characters: a host name, with `:port` if need be. Reached by https; by plain http only when it is a private or loopback address. */
hostname?: string;
/** 1 to 255 characters. */
topic?: string;
} | {
/** http or https, at most 250 characters. Redirects are not followed. */
url?: string;
} | {
/** The channel's id; needed with a bot token. */
channel?: string | null;
} | {
/** A chat's number, or @name of a channel. */
chat_id?: string | null;
};
/** A paused integration is told nothing. It pauses itself after more than 3 failed deliveries in a row within 7 days; unpausing starts the count anew. */
paused: boolean;
created_at: string;
updated_at: string;
};
export type CreateIntegration = {
/** 2 to 50 characters. */
name: string;
/** By app. email, sms: members. ilert: integration_key. ntfy: hostname, topic, access_token. outgoing_webhook: url, secret. pushover: user_key, api_key. Secrets are accepted and never returned. On update a setting left out keeps its value; a change of where messages go requires the secrets again. */
settings: {
/** 1 to 100 user ids of the organization. */
members: Array<number>;
} | {
/** 40 to 70 characters, from the alert source in ilert. Write-only. */
integration_key: string;
} | {
/** 4 to 100 characters: a host name, with `:port` if need be. Reached by https; by plain http only when it is a private or loopback address. */
hostname: string;
/** 1 to 255 characters. */
topic: string;
/** Exactly 32 characters, or null for an open topic. Write-only. */
access_token?: string | null;
} | {
/** http or https, at most 250 characters. Redirects are not followed. */
url: string;
/** 10 to 250 characters; signs each request. `whsec_` and base64 is decoded for the Standard Webhooks signature, any other text is its own key. Write-only. */
secret: string;
} | {
/** Exactly 30 characters. Write-only. */
user_key: string;
/** Exactly 30 characters. Write-only. */
api_key: string;
} | {
webhook_url?: string | null;
/** Begins with xoxb-. Write-only. */
bot_token?: string | null;
/** The channel's id; needed with a bot token. */
channel?: string | null;
} | {
webhook_url?: string | null;
} | {
/** From @BotFather. Write-only. */
bot_token?: string | null;
/** A chat's number, or @name of a channel. */
chat_id?: string | null;
};
/** A paused integration is told nothing. It pauses itself after more than 3 failed deliveries in a row within 7 days; unpausing starts the count anew. */
paused?: boolean;
};
export type UpdateIntegration = {
/** 2 to 50 characters. */
name?: string;
/** By app. email, sms: members. ilert: integration_key. ntfy: hostname, topic, access_token. outgoing_webhook: url, secret. pushover: user_key, api_key. Secrets are accepted and never returned. On update a setting left out keeps its value; a change of where messages go requires the secrets again. */
settings?: {
/** 1 to 100 user ids of the organization. */
members?: Array<number>;
} | {
/** 40 to 70 characters, from the alert source in ilert. Write-only. */
integration_key?: string;
} | {
/** 4 to 100 characters: a host name, with `:port` if need be. Reached by https; by plain http only when it is a private or loopback address. */
hostname?: string;
/** 1 to 255 characters. */
topic?: string;
/** Exactly 32 characters, or null for an open topic. Write-only. */
access_token?: string | null;
} | {
/** http or https, at most 250 characters. Redirects are not followed. */
url?: string;
/** 10 to 250 characters; signs each request. `whsec_` and base64 is decoded for the Standard Webhooks signature, any other text is its own key. Write-only. */
secret?: string;
} | {
/** Exactly 30 characters. Write-only. */
user_key?: string;
/** Exactly 30 characters. Write-only. */
api_key?: string;
} | {
webhook_url?: string | null;
/** Begins with xoxb-. Write-only. */
bot_token?: string | null;
/** The channel's id; needed with a bot token. */
channel?: string | null;
} | {
webhook_url?: string | null;
} | {
/** From @BotFather. Write-only. */
bot_token?: string | null;
/** A chat's number, or @name of a channel. */
chat_id?: string | null;
};
/** A paused integration is told nothing. It pauses itself after more than 3 failed deliveries in a row within 7 days; unpausing starts the count anew. */
paused?: boolean;
};
export type AlertRule = {
id: number;
/** Null for the scope organization. */
project_id: number | null;
/** project: events of this project. organization: events of every project; a key of a single project can't make or change such a rule (403). */
scope: "organization" | "project";
/** What has to happen. */
event: "uptime.monitor.created" | "uptime.monitor.deleted" | "uptime.monitor_certificate.discovered" | "uptime.monitor_certificate.expiring" | "uptime.incident.created" | "uptime.incident.propagated" | "uptime.incident.partially_recovered" | "uptime.incident.recovered" | "uptime.incident_comment.created" | "uptime.incident_update.published" | "uptime.maintenance_window.in_progress" | "uptime.maintenance_window.completed" | "uptime.maintenance_window.cancelled";
/** An integration of this project. */
integration_id: number;
/** Minutes in which this rule tells once; what comes in between is logged as rate limited. 0: every time. */
rate_limit: 0 | 5 | 10 | 30 | 60 | 180 | 720 | 1440;
/** Incident created, recovered, comment created, update published: {type: all, monitor or manual}, all when left out. Certificate expiring: {days_before_expiry: 1..60}. Other events: empty or null. */
event_settings: Record<string, never> | {
/** 1 to 60 days before the certificate expires. */
days_before_expiry: number;
} | {
/** Which kind of incident counts; all when left out. */
type?: "all" | "monitor" | "manual";
} | null;
/** ntfy: {priority}. pushover: {priority, retry, expire}. outgoing_webhook: {schema}. Other apps: empty or null. */
integration_settings: Record<string, never> | {
priority: "min" | "low" | "default" | "high" | "max";
} | {
/** JSON, at most 5000 characters. `{{ entity.field }}` in values is filled in; alone it keeps its own type. `{"$each": "affected_monitors", "$item": {"id": "{{ item.id }}"}}` makes a list. */
schema: string;
} | {
priority: "lowest" | "low" | "normal" | "high" | "emergency";
/** 30 to 86400 seconds; required for emergency. */
retry?: number | null;
/** 30 to 10800 seconds; required for emergency. */
expire?: number | null;
} | null;
/** Only these monitors; empty: all. */
monitors: Array<number>;
/** Only what carries one of these tags; empty: everything. */
tags: Array<string>;
created_at: string;
updated_at: string;
};
export type CreateAlertRule = {
/** project: events of this project. organization: events of every project; a key of a single project can't make or change such a rule (403). */
scope?: "organization" | "project";
/** What has to happen. */
event: "uptime.monitor.created" | "uptime.monitor.deleted" | "uptime.monitor_certificate.discovered" | "uptime.monitor_certificate.expiring" | "uptime.incident.created" | "uptime.incident.propagated" | "uptime.incident.partially_recovered" | "uptime.incident.recovered" | "uptime.incident_comment.created" | "uptime.incident_update.published" | "uptime.maintenance_window.in_progress" | "uptime.maintenance_window.completed" | "uptime.maintenance_window.cancelled";
/** An integration of this project. */
integration_id: number;
/** Minutes in which this rule tells once; what comes in between is logged as rate limited. 0: every time. */
rate_limit?: 0 | 5 | 10 | 30 | 60 | 180 | 720 | 1440;
/** Incident created, recovered, comment created, update published: {type: all, monitor or manual}, all when left out. Certificate expiring: {days_before_expiry: 1..60}. Other events: empty or null. */
event_settings?: Record<string, never> | {
/** 1 to 60 days before the certificate expires. */
days_before_expiry: number;
} | {
/** Which kind of incident counts; all when left out. */
type?: "all" | "monitor" | "manual";
} | null;
/** ntfy: {priority}. pushover: {priority, retry, expire}. outgoing_webhook: {schema}. Other apps: empty or null. */
integration_settings?: Record<string, never> | {
priority: "min" | "low" | "default" | "high" | "max";
} | {
/** JSON, at most 5000 characters. `{{ entity.field }}` in values is filled in; alone it keeps its own type. `{"$each": "affected_monitors", "$item": {"id": "{{ item.id }}"}}` makes a list. */
schema: string;
} | {
priority: "lowest" | "low" | "normal" | "high" | "emergency";
/** 30 to 86400 seconds; required for emergency. */
retry?: number | null;
/** 30 to 10800 seconds; required for emergency. */
expire?: number | null;
} | null;
monitors?: Array<number> | null;
tags?: Array<string> | null;
};
export type UpdateAlertRule = {
/** project: events of this project. organization: events of every project; a key of a single project can't make or change such a rule (403). */
scope?: "organization" | "project";
/** What has to happen. */
event?: "uptime.monitor.created" | "uptime.monitor.deleted" | "uptime.monitor_certificate.discovered" | "uptime.monitor_certificate.expiring" | "uptime.incident.created" | "uptime.incident.propagated" | "uptime.incident.partially_recovered" | "uptime.incident.recovered" | "uptime.incident_comment.created" | "uptime.incident_update.published" | "uptime.maintenance_window.in_progress" | "uptime.maintenance_window.completed" | "uptime.maintenance_window.cancelled";
/** An integration of this project. */
integration_id?: number;
/** Minutes in which this rule tells once; what comes in between is logged as rate limited. 0: every time. */
rate_limit?: 0 | 5 | 10 | 30 | 60 | 180 | 720 | 1440;
/** Incident created, recovered, comment created, update published: {type: all, monitor or manual}, all when left out. Certificate expiring: {days_before_expiry: 1..60}. Other events: empty or null. */
event_settings?: Record<string, never> | {
/** 1 to 60 days before the certificate expires. */
days_before_expiry: number;
} | {
/** Which kind of incident counts; all when left out. */
type?: "all" | "monitor" | "manual";
} | null;
/** ntfy: {priority}. pushover: {priority, retry, expire}. outgoing_webhook: {schema}. Other apps: empty or null. */
integration_settings?: Record<string, never> | {
priority: "min" | "low" | "default" | "high" | "max";
} | {
/** JSON, at most 5000 characters. `{{ entity.field }}` in values is filled in; alone it keeps its own type. `{"$each": "affected_monitors", "$item": {"id": "{{ item.id }}"}}` makes a list. */
schema: string;
} | {
priority: "lowest" | "low" | "normal" | "high" | "emergency";
/** 30 to 86400 seconds; required for emergency. */
retry?: number | null;
/** 30 to 10800 seconds; required for emergency. */
expire?: number | null;
} | null;
monitors?: Array<number> | null;
tags?: Array<string> | null;
};
export type DeliverySummary = {
id: number;
/** Stable over attempts; a receiver drops repeats by it. */
request_id: string;
event: string;
/** `not_sent`: a message that was kept in the outbox because email is not configured. */
status: "pending" | "delivered" | "not_sent" | "failed" | "muted" | "rate_limited" | "superseded";
/** Why it ended or waits, in words. */
reason: string | null;
/** Where the notification was also sent after failed attempts. */
handed_on: string | null;
/** Why this integration got a notification that was meant for another one; continues a sentence that starts with “This alert”. */
handed_note: string | null;
attempts: number;
integration_id: number;
integration_name: string;
app: "email" | "sms" | "ilert" | "ntfy" | "outgoing_webhook" | "pushover" | "slack" | "discord" | "telegram";
alert_rule_id: number | null;
incident_id: number | null;
occurred_at: string;
next_attempt_at: string | null;
/** Rate-limited by the provider (429): nothing is sent to this integration until then. */
held_until: string | null;
finished_at: string | null;
created_at: string;
};
export type Delivery = {
id: number;
/** Stable over attempts; a receiver drops repeats by it. */
request_id: string;
event: string;
/** `not_sent`: a message that was kept in the outbox because email is not configured. */
status: "pending" | "delivered" | "not_sent" | "failed" | "muted" | "rate_limited" | "superseded";
/** Why it ended or waits, in words. */
reason: string | null;
/** Where the notification was also sent after failed attempts. */
handed_on: string | null;
/** Why this integration got a notification that was meant for another one; continues a sentence that starts with “This alert”. */
handed_note: string | null;
attempts: number;
integration_id: number;
integration_name: string;
app: "email" | "sms" | "ilert" | "ntfy" | "outgoing_webhook" | "pushover" | "slack" | "discord" | "telegram";
alert_rule_id: number | null;
incident_id: number | null;
occurred_at: string;
next_attempt_at: string | null;
/** Rate-limited by the provider (429): nothing is sent to this integration until then. */
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
/** The message that ended last, tests among them. Null before the first. */
last: {
delivery_id: number;
event: string;
status: "delivered" | "not_sent" | "failed";
at: string;
/** Why it failed or was not sent, in words. */
reason: string | null;
} | null;
/** Messages that failed since one arrived or somebody resumed it, tests and drills left out. */
failures_in_a_row: number;
/** The next message that will be tried again, and what the last attempt brought. */
retrying: {
delivery_id: number;
reason: string | null;
next_attempt_at: string;
} | null;
/** Why it paused itself; null when it runs, and when somebody paused it. */
pause_reason: string | null;
/** Until when the signing secret that was replaced signs along; null while one secret is in force. */
previous_secret_until: string | null;
};
export type StartDrillInput = {
/** Whose outage is simulated; the newest one when left out. */
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
/** Stable over attempts; a receiver drops repeats by it. */
request_id: string;
event: string;
/** `not_sent`: a message that was kept in the outbox because email is not configured. */
status: "pending" | "delivered" | "not_sent" | "failed" | "muted" | "rate_limited" | "superseded";
/** Why it ended or waits, in words. */
reason: string | null;
/** Where the notification was also sent after failed attempts. */
handed_on: string | null;
/** Why this integration got a notification that was meant for another one; continues a sentence that starts with “This alert”. */
handed_note: string | null;
attempts: number;
integration_id: number;
integration_name: string;
app: "email" | "sms" | "ilert" | "ntfy" | "outgoing_webhook" | "pushover" | "slack" | "discord" | "telegram";
alert_rule_id: number | null;
incident_id: number | null;
occurred_at: string;
next_attempt_at: string | null;
/** Rate-limited by the provider (429): nothing is sent to this integration until then. */
held_until: string | null;
finished_at: string | null;
created_at: string;
/** The same as the status `not_sent`. */
kept_in_outbox: boolean;
}>;
/** Browsers of the project's members that show notifications; no rule is needed. */
browsers: Array<{
id: number;
event: string;
/** Whose browser it is. */
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
/** Address to check, http or https, at most 255 characters, without credentials. */
url: string;
/** Whether an invalid certificate passes; it is still reported. */
tls_skip_verify: boolean;
/** Request body, at most 500 characters; only with POST, PUT and PATCH. */
body: string | null;
/** Whether redirects are followed: at most 5 hops, all inside the timeout. */
follow_redirects: boolean;
/** Added to the User-Agent, so that a firewall can let the checks pass. It is returned. */
user_agent_secret: string | null;
/** At most 10 request headers, sent in this order. */
headers: Array<{
/** Name of the header, at most 50 characters. */
name: string;
/** At most 1024 characters, sent as given. */
value: string;
}> | null;
};
id: number;
project_id: number;
/** 2 to 45 characters. */
name: string;
/** Where the checks run from: 1 to 6 different regions, order kept. Amsterdam has two spellings, `ng-nld-ams` and `eu-nld-ams`: the monitor comes back with the one that was sent, runners in Amsterdam serve both, and both at once are refused. Results, certificates and runners name it `eu-nld-ams`. */
regions: Array<"as-jpn-hnd" | "as-sgp-sin" | "as-tha-bkk" | "eu-deu-fra" | "eu-fra-cdg" | "eu-gbr-lhr" | "eu-nld-ams" | "eu-swe-arn" | "na-mex-mex" | "na-usa-iad" | "na-usa-sea" | "oc-aus-syd" | "sa-bra-gru" | "ng-nld-ams">;
/** Seconds between two checks from one region. */
interval: 30 | 60 | 120 | 180 | 300 | 600 | 900 | 1800 | 3600;
/** Milliseconds after which a check fails; not above the interval. */
timeout: 1000 | 2000 | 3000 | 4000 | 5000 | 6000 | 7000 | 8000 | 9000 | 10000 | 15000 | 20000 | 25000 | 30000;
/** Failures in a row, 1 to 5, after which a region counts as failing. */
incident_confirmations: number;
/** Successes in a row, 1 to 5, after which a failing region counts as healthy again. */
recovery_confirmations: number;
/** Failing regions that open an incident, 1 to 10; not above the number of regions. */
region_threshold: number;
/** At most 20 of 1 to 100 characters each, lowercase letters, digits and . _ : -; at most 200 different ones in an organization. */
tags: Array<string> | null;
/** A paused monitor is not checked, and paused time is not observed time. */
paused: boolean;
success_assertions: Array<{
type: "status_code";
operator: "in" | "not_in";
/** Comma list; x stands for any digit. */
value: string;
} | {
type: "response_header";
operator: "equals" | "not_equals" | "contains" | "not_contains";
/** Name of the response header. */
selector: string;
/** Compared ignoring case. */
value: string;
} | {
type: "response_body";
operator: "contains" | "not_contains";
/** Searched ignoring case in the first 512 KiB of the decompressed body. */
value: string;
}>;
/** paused, fetching until a first verdict, offline when every reporting region fails, partial when some do, else online. */
status: "fetching" | "online" | "offline" | "partial" | "paused";
/** Rounded mean of the last 10 successful checks in milliseconds; null before the first. */
response_time: number | null;
/** Null before the first check. */
last_checked_at: string | null;
/** All regions are silent: nothing checks it, and its status is the last one known. */
data_missing: boolean;
/** Percentage over the last 24 hours, never rounded up; null when nothing was observed. */
one_day_availability: number | null;
/** Percentage over the last 7 days, never rounded up; null when nothing was observed. */
seven_days_availability: number | null;
/** One entry a region. */
observed_regions: Array<ObservedRegion>;
created_at: string;
updated_at: string;
} | {
protocol: "tcp";
request: {
/** Host name or address, 1 to 255 characters. */
host: string;
/** Port from "1" to "65535", as text; a number is accepted and comes back as text. */
port: string;
/** Whether a TLS handshake follows the connect. */
connection: "plain" | "tls";
/** Whether an invalid certificate passes; it is still reported. */
tls_skip_verify: boolean;
};
id: number;
project_id: number;
/** 2 to 45 characters. */
name: string;
/** Where the checks run from: 1 to 6 different regions, order kept. Amsterdam has two spellings, `ng-nld-ams` and `eu-nld-ams`: the monitor comes back with the one that was sent, runners in Amsterdam serve both, and both at once are refused. Results, certificates and runners name it `eu-nld-ams`. */
regions: Array<"as-jpn-hnd" | "as-sgp-sin" | "as-tha-bkk" | "eu-deu-fra" | "eu-fra-cdg" | "eu-gbr-lhr" | "eu-nld-ams" | "eu-swe-arn" | "na-mex-mex" | "na-usa-iad" | "na-usa-sea" | "oc-aus-syd" | "sa-bra-gru" | "ng-nld-ams">;
/** Seconds between two checks from one region. */
interval: 30 | 60 | 120 | 180 | 300 | 600 | 900 | 1800 | 3600;
/** Milliseconds after which a check fails; not above the interval. */
timeout: 1000 | 2000 | 3000 | 4000 | 5000 | 6000 | 7000 | 8000 | 9000 | 10000 | 15000 | 20000 | 25000 | 30000;
/** Failures in a row, 1 to 5, after which a region counts as failing. */
incident_confirmations: number;
/** Successes in a row, 1 to 5, after which a failing region counts as healthy again. */
recovery_confirmations: number;
/** Failing regions that open an incident, 1 to 10; not above the number of regions. */
region_threshold: number;
/** At most 20 of 1 to 100 characters each, lowercase letters, digits and . _ : -; at most 200 different ones in an organization. */
tags: Array<string> | null;
/** A paused monitor is not checked, and paused time is not observed time. */
paused: boolean;
success_assertions: Array<{
type: "status_code";
operator: "in" | "not_in";
/** Comma list; x stands for any digit. */
value: string;
} | {
type: "response_header";
operator: "equals" | "not_equals" | "contains" | "not_contains";
/** Name of the response header. */
selector: string;
/** Compared ignoring case. */
value: string;
} | {
type: "response_body";
operator: "contains" | "not_contains";
/** Searched ignoring case in the first 512 KiB of the decompressed body. */
value: string;
}>;
/** paused, fetching until a first verdict, offline when every reporting region fails, partial when some do, else online. */
status: "fetching" | "online" | "offline" | "partial" | "paused";
/** Rounded mean of the last 10 successful checks in milliseconds; null before the first. */
response_time: number | null;
/** Null before the first check. */
last_checked_at: string | null;
/** All regions are silent: nothing checks it, and its status is the last one known. */
data_missing: boolean;
/** Percentage over the last 24 hours, never rounded up; null when nothing was observed. */
one_day_availability: number | null;
/** Percentage over the last 7 days, never rounded up; null when nothing was observed. */
seven_days_availability: number | null;
/** One entry a region. */
observed_regions: Array<ObservedRegion>;
created_at: string;
updated_at: string;
} | {
protocol: "icmp";
request: {
/** Host name or address, 1 to 255 characters. */
host: string;
};
id: number;
project_id: number;
/** 2 to 45 characters. */
name: string;
/** Where the checks run from: 1 to 6 different regions, order kept. Amsterdam has two spellings, `ng-nld-ams` and `eu-nld-ams`: the monitor comes back with the one that was sent, runners in Amsterdam serve both, and both at once are refused. Results, certificates and runners name it `eu-nld-ams`. */
regions: Array<"as-jpn-hnd" | "as-sgp-sin" | "as-tha-bkk" | "eu-deu-fra" | "eu-fra-cdg" | "eu-gbr-lhr" | "eu-nld-ams" | "eu-swe-arn" | "na-mex-mex" | "na-usa-iad" | "na-usa-sea" | "oc-aus-syd" | "sa-bra-gru" | "ng-nld-ams">;
/** Seconds between two checks from one region. */
interval: 30 | 60 | 120 | 180 | 300 | 600 | 900 | 1800 | 3600;
/** Milliseconds after which a check fails; not above the interval. */
timeout: 1000 | 2000 | 3000 | 4000 | 5000 | 6000 | 7000 | 8000 | 9000 | 10000 | 15000 | 20000 | 25000 | 30000;
/** Failures in a row, 1 to 5, after which a region counts as failing. */
incident_confirmations: number;
/** Successes in a row, 1 to 5, after which a failing region counts as healthy again. */
recovery_confirmations: number;
/** Failing regions that open an incident, 1 to 10; not above the number of regions. */
region_threshold: number;
/** At most 20 of 1 to 100 characters each, lowercase letters, digits and . _ : -; at most 200 different ones in an organization. */
tags: Array<string> | null;
/** A paused monitor is not checked, and paused time is not observed time. */
paused: boolean;
success_assertions: Array<{
type: "status_code";
operator: "in" | "not_in";
/** Comma list; x stands for any digit. */
value: string;
} | {
type: "response_header";
operator: "equals" | "not_equals" | "contains" | "not_contains";
/** Name of the response header. */
selector: string;
/** Compared ignoring case. */
value: string;
} | {
type: "response_body";
operator: "contains" | "not_contains";
/** Searched ignoring case in the first 512 KiB of the decompressed body. */
value: string;
}>;
/** paused, fetching until a first verdict, offline when every reporting region fails, partial when some do, else online. */
status: "fetching" | "online" | "offline" | "partial" | "paused";
/** Rounded mean of the last 10 successful checks in milliseconds; null before the first. */
response_time: number | null;
/** Null before the first check. */
last_checked_at: string | null;
/** All regions are silent: nothing checks it, and its status is the last one known. */
data_missing: boolean;
/** Percentage over the last 24 hours, never rounded up; null when nothing was observed. */
one_day_availability: number | null;
/** Percentage over the last 7 days, never rounded up; null when nothing was observed. */
seven_days_availability: number | null;
/** One entry a region. */
observed_regions: Array<ObservedRegion>;
created_at: string;
updated_at: string;
};
export type ObservedRegion = {
region: "as-jpn-hnd" | "as-sgp-sin" | "as-tha-bkk" | "eu-deu-fra" | "eu-fra-cdg" | "eu-gbr-lhr" | "eu-nld-ams" | "eu-swe-arn" | "na-mex-mex" | "na-usa-iad" | "na-usa-sea" | "oc-aus-syd" | "sa-bra-gru" | "ng-nld-ams";
/** The region's own verdict; fetching until the first. */
status: "fetching" | "online" | "offline";
/** Milliseconds of the last successful check. */
response_time: number | null;
last_checked_at: string | null;
/** Nothing has come from there for three intervals and the timeout: its status is the last one known and counts for nothing. */
silent: boolean;
/** Why the latest check failed; null when it did not. */
last_error: {
code: string;
message: string;
} | null;
};
export type BulkMonitorsInput = {
ids?: Array<number>;
/** Every monitor that matches, instead of `ids`; `{}` for all. */
filter?: {
tag?: string | Array<string>;
status?: string | Array<string>;
protocol?: string | Array<string>;
region?: string | Array<string>;
search?: string;
};
action: "pause" | "resume" | "delete" | "change";
/** Seconds between two checks from one region. */
interval?: 30 | 60 | 120 | 180 | 300 | 600 | 900 | 1800 | 3600;
add_tags?: Array<string>;
remove_tags?: Array<string>;
/** Number of monitors that must match; 409 when it differs. Required for delete. */
expected?: number;
};
export type BulkDone = {
changed: number;
};
export type CheckNow = {
/** One entry a region, in the monitor's order. A region that no runner serves answers inconclusive with the code runner_offline. */
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
/** What a failing HTTP check asked and got: headers with secrets replaced and the beginning of the body, at most 10 KiB. Null of a success. */
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
/** Failures in a row, 1 to 5, after which a region counts as failing. */
incident_confirmations?: number;
/** Successes in a row, 1 to 5, after which a failing region counts as healthy again. */
recovery_confirmations?: number;
/** Failing regions that open an incident, 1 to 10; not above the number of regions. */
region_threshold?: number;
/** Seconds; a whole multiple of the present interval, since nobody looked in between. */
interval?: 30 | 60 | 120 | 180 | 300 | 600 | 900 | 1800 | 3600;
/** Start of the window; 30 days before its end when left out. */
from?: string;
/** End of the window; now when left out. */
to?: string;
};
export type Replay = {
summary: string;
/** What stored results can't say about this question. */
notes: Array<string>;
window: {
/** Oldest stored result that was read; null without results. */
from: string | null;
/** Newest stored result that was read. */
to: string | null;
results: number;
/** Days that raw results are kept (RETENTION_DAYS). */
retention_days: number;
};
settings: {
present: {
/** Failures in a row, 1 to 5, after which a region counts as failing. */
incident_confirmations: number;
/** Successes in a row, 1 to 5, after which a failing region counts as healthy again. */
recovery_confirmations: number;
/** Failing regions that open an incident, 1 to 10; not above the number of regions. */
region_threshold: number;
interval: number;
};
other: {
/** Failures in a row, 1 to 5, after which a region counts as failing. */
incident_confirmations: number;
/** Successes in a row, 1 to 5, after which a failing region counts as healthy again. */
recovery_confirmations: number;
/** Failing regions that open an incident, 1 to 10; not above the number of regions. */
region_threshold: number;
interval: number;
};
};
/** What the monitor's present settings make of the stored results, newest first, at most 200. */
present: Array<ReplayedIncident>;
/** What the asked settings would have made of them, newest first, at most 200. */
other: Array<ReplayedIncident>;
/** Incidents that only the asked settings make, newest first, at most 200. */
gained: Array<ReplayedIncident>;
/** Incidents that only the present settings make, with the reason why the asked ones do not; at most 200. */
lost: Array<ReplayedIncident>;
/** The same incidents at other times, newest first, at most 200. */
changed: Array<{
present: ReplayedIncident;
other: ReplayedIncident;
/** Seconds by which the alert would come later; negative is earlier. */
told_shift: number | null;
/** Seconds by which the incident would begin later; negative is earlier. */
start_shift: number | null;
/** Seconds by which it would recover later; null while one has not recovered. */
end_shift: number | null;
}>;
/** How many incidents of each kind, all of them. */
alerts: {
present: number;
other: number;
gained: number;
lost: number;
changed: number;
};
/** Automatic incidents of this monitor that are recorded in this time. */
recorded: number;
/** Seconds with an incident open, paused time left out. */
downtime: {
present: number;
other: number;
};
};
export type ReplayedIncident = {
incident_at: string;
/** When it was confirmed: alerts leave then. */
told_at: string;
/** Null: it had not recovered at the window's end. */
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
/** What a failing HTTP check asked and got: headers with secrets replaced and the beginning of the body, at most 10 KiB. Null of a success, and of a failure like the ones before it. */
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
/** Seconds of the window covered by the union of the monitor's incidents, without excluded ones and without pauses. */
downtime: number;
/** 100 × (1 − downtime ÷ seconds in which the monitor existed and was not paused); never rounded up, null when nothing was observed. */
availability: number | null;
mttr: number | null;
mtbf: number | null;
/** operational without incidents. */
highest_incident_impact: "operational" | "unknown" | "maintenance" | "degraded_performance" | "partial_outage" | "major_outage";
/** Of the monitors. */
min_availability: number | null;
/** Of the monitors. */
max_availability: number | null;
report_start_at: string;
report_end_at: string;
/** `page` and `per_page` cut this list. */
monitors: Array<MonitorReport>;
};
export type Incident = {
id: number;
project_id: number;
/** monitor: opened by a failing monitor. manual: written by a person. */
type: "monitor" | "manual";
/** The project's prefix and a number that counts up per project. */
slug: string;
/** 1 to 250 characters. */
title: string;
/** Null or 1 to 2000 characters; private, the updates are public. */
description: string | null;
/** What users notice. */
impact: "operational" | "unknown" | "maintenance" | "degraded_performance" | "partial_outage" | "major_outage";
/** How far the people working on it are: the highest among its updates, unknown without any. */
state: "unknown" | "investigating" | "identified" | "monitoring" | "resolved";
/** Whether it lasts: ongoing, recovering or recovered. */
status: "ongoing" | "recovering" | "recovered";
/** Whether reports leave this incident out of downtime and availability. */
exclude_from_downtime: boolean;
incident_at: string;
recovery_at: string | null;
monitors: Array<number>;
/** At most 20 of 1 to 100 characters each, lowercase letters, digits and . _ : -; at most 200 different ones in an organization. */
tags: Array<string> | null;
created_at: string;
updated_at: string;
};
export type MonitorReport = {
id: number;
name: string;
incident_count: number;
/** Seconds of the window covered by the union of the monitor's incidents, without excluded ones and without pauses. */
downtime: number;
/** 100 × (1 − downtime ÷ seconds in which the monitor existed and was not paused); never rounded up, null when nothing was observed. */
availability: number | null;
mttr: number | null;
mtbf: number | null;
/** operational without incidents. */
highest_incident_impact: "operational" | "unknown" | "maintenance" | "degraded_performance" | "partial_outage" | "major_outage";
/** Share of the window that was observed. */
coverage: number | null;
/** Incidents that touch the window, newest first; `page` and `per_page` cut this list. */
incidents: Array<Incident>;
};
export type CreateIncident = {
/** 1 to 250 characters. */
title: string;
/** Null or 1 to 2000 characters; private, the updates are public. */
description?: string | null;
/** What users notice. */
impact: "operational" | "unknown" | "maintenance" | "degraded_performance" | "partial_outage" | "major_outage";
/** Whether reports leave this incident out of downtime and availability. */
exclude_from_downtime?: boolean;
/** At most 100 ids of the project's monitors; ignored on incidents of type monitor. */
monitors?: Array<number>;
/** At most 20 of 1 to 100 characters each, lowercase letters, digits and . _ : -; at most 200 different ones in an organization. */
tags?: Array<string> | null;
/** Within the last year and at most 10 minutes ahead; now when left out. */
incident_at?: string;
/** Null or after the start, at most 10 minutes ahead. Set on creation: already recovered, no created event. */
recovery_at?: string | null;
};
export type UpdateIncident = {
/** 1 to 250 characters. */
title?: string;
/** Null or 1 to 2000 characters; private, the updates are public. */
description?: string | null;
/** What users notice. */
impact?: "operational" | "unknown" | "maintenance" | "degraded_performance" | "partial_outage" | "major_outage";
/** Whether reports leave this incident out of downtime and availability. */
exclude_from_downtime?: boolean;
/** At most 100 ids of the project's monitors; ignored on incidents of type monitor. */
monitors?: Array<number>;
/** At most 20 of 1 to 100 characters each, lowercase letters, digits and . _ : -; at most 200 different ones in an organization. */
tags?: Array<string> | null;
/** Within the last year and at most 10 minutes ahead; now when left out. */
incident_at?: string;
/** Null or after the start, at most 10 minutes ahead. Set on creation: already recovered, no created event. */
recovery_at?: string | null;
};
export type IncidentUpdate = {
id: number;
project_id: number;
incident_id: number;
/** How far the people working on it are: the highest among its updates, unknown without any. */
state: "unknown" | "investigating" | "identified" | "monitoring" | "resolved";
/** Markdown, 1 to 10000 characters; public as soon as it is published. */
content: string;
published_at: string;
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
/** How far the people working on it are: the highest among its updates, unknown without any. */
state: "unknown" | "investigating" | "identified" | "monitoring" | "resolved";
/** Markdown, 1 to 10000 characters; public as soon as it is published. */
content: string;
/** Now when left out; within the last year and at most 10 minutes ahead. In the future: scheduled, shown then. */
published_at?: string;
};
export type EditIncidentUpdate = {
/** How far the people working on it are: the highest among its updates, unknown without any. */
state?: "unknown" | "investigating" | "identified" | "monitoring" | "resolved";
/** Markdown, 1 to 10000 characters; public as soon as it is published. */
content?: string;
/** Now when left out; within the last year and at most 10 minutes ahead. In the future: scheduled, shown then. */
published_at?: string;
};
export type IncidentComment = {
id: number;
project_id: number;
incident_id: number;
/** Markdown, 1 to 10000 characters; private, never on a status page. */
content: string;
creator: Creator;
created_at: string;
updated_at: string;
};
export type CreateIncidentComment = {
/** Markdown, 1 to 10000 characters; private, never on a status page. */
content: string;
};
export type EditIncidentComment = {
/** Markdown, 1 to 10000 characters; private, never on a status page. */
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
/** Intervals inside the incident in which the monitor was observed up. They do not count as downtime. `to` is null while the interval lasts. */
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
/** What the failing checks asked and got, secrets replaced; kept 30 days. */
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
/** One of several monitors of the incident. */
monitor_id: number;
};
export type IncidentTemplate = {
id: number;
project_id: number;
/** 1 to 100 characters, once in the project, capitals or not. */
name: string;
/** Null or 1 to 250 characters. `{what}` becomes the names of the affected monitors; other braces stay as they are. */
title: string | null;
/** Null or 1 to 2000 characters; private, the updates are public. */
description: string | null;
impact: "operational" | "unknown" | "maintenance" | "degraded_performance" | "partial_outage" | "major_outage" | null;
/** At most 20 of 1 to 100 characters each, lowercase letters, digits and . _ : -; at most 200 different ones in an organization. */
tags: Array<string> | null;
/** Of the public update; null when the template has none. */
update_state: "unknown" | "investigating" | "identified" | "monitoring" | "resolved" | null;
/** Markdown, null or 1 to 10000 characters. `{what}` becomes the names of the affected monitors; other braces stay as they are. */
update_content: string | null;
created_at: string;
updated_at: string;
};
export type CreateIncidentTemplate = {
/** 1 to 100 characters, once in the project, capitals or not. */
name: string;
/** Null or 1 to 250 characters. `{what}` becomes the names of the affected monitors; other braces stay as they are. */
title?: string | null;
/** Null or 1 to 2000 characters; private, the updates are public. */
description?: string | null;
impact?: "operational" | "unknown" | "maintenance" | "degraded_performance" | "partial_outage" | "major_outage" | null;
/** At most 20 of 1 to 100 characters each, lowercase letters, digits and . _ : -; at most 200 different ones in an organization. */
tags?: Array<string> | null;
/** Of the public update; null when the template has none. */
update_state?: "unknown" | "investigating" | "identified" | "monitoring" | "resolved" | null;
/** Markdown, null or 1 to 10000 characters. `{what}` becomes the names of the affected monitors; other braces stay as they are. */
update_content?: string | null;
};
export type UpdateIncidentTemplate = {
/** 1 to 100 characters, once in the project, capitals or not. */
name?: string;
/** Null or 1 to 250 characters. `{what}` becomes the names of the affected monitors; other braces stay as they are. */
title?: string | null;
/** Null or 1 to 2000 characters; private, the updates are public. */
description?: string | null;
impact?: "operational" | "unknown" | "maintenance" | "degraded_performance" | "partial_outage" | "major_outage" | null;
/** At most 20 of 1 to 100 characters each, lowercase letters, digits and . _ : -; at most 200 different ones in an organization. */
tags?: Array<string> | null;
/** Of the public update; null when the template has none. */
update_state?: "unknown" | "investigating" | "identified" | "monitoring" | "resolved" | null;
/** Markdown, null or 1 to 10000 characters. `{what}` becomes the names of the affected monitors; other braces stay as they are. */
update_content?: string | null;
};
export type MaintenanceWindow = {
id: number;
project_id: number;
/** 1 to 250 characters. */
title: string;
/** Null or 1 to 2000 characters. */
description: string | null;
/** pause: the monitors are not checked. mute: all runs, nobody is told about incidents of these monitors. normal: only announced. */
monitoring_mode: "pause" | "mute" | "normal";
state: "scheduled" | "in_progress" | "completed" | "cancelled";
starts_at: string;
ends_at: string;
monitors: Array<number>;
status_pages: Array<number>;
/** At most 20 of 1 to 100 characters each, lowercase letters, digits and . _ : -; at most 200 different ones in an organization. */
tags: Array<string> | null;
/** Null or one RFC 5545 RRULE, hourly at most often; `starts_at` must be one of its starts. Each one becomes a window of its own, 30 days ahead, with the same `recurrence_id`. The rule follows the clock of `time_zone`: a start that the clock skips moves by the gap (02:30 becomes 03:30), one that it shows twice is the first of the two. Changing it replaces the coming windows; null ends the recurrence with this window. */
recurrence: string | null;
/** IANA name of the zone whose clock the recurrence follows; UTC when left out. */
time_zone: string | null;
/** The same for all windows made from one rule; null for a window that stands alone. */
recurrence_id: number | null;
created_at: string;
updated_at: string;
};
export type CreateMaintenanceWindow = {
/** 1 to 250 characters. */
title: string;
/** Null or 1 to 2000 characters. */
description?: string | null;
/** pause: the monitors are not checked. mute: all runs, nobody is told about incidents of these monitors. normal: only announced. */
monitoring_mode?: "pause" | "mute" | "normal";
/** 1 to 100 ids of the project's monitors. */
monitors: Array<number>;
status_pages?: Array<number> | null;
/** At most 20 of 1 to 100 characters each, lowercase letters, digits and . _ : -; at most 200 different ones in an organization. */
tags?: Array<string> | null;
/** A whole minute, from the current one to a year ahead. Can change while scheduled. */
starts_at: string;
/** A whole minute after the start, within a year. May move while scheduled or in progress, not before now. */
ends_at: string;
/** Null or one RFC 5545 RRULE, hourly at most often; `starts_at` must be one of its starts. Each one becomes a window of its own, 30 days ahead, with the same `recurrence_id`. The rule follows the clock of `time_zone`: a start that the clock skips moves by the gap (02:30 becomes 03:30), one that it shows twice is the first of the two. Changing it replaces the coming windows; null ends the recurrence with this window. */
recurrence?: string | null;
/** IANA name of the zone whose clock the recurrence follows; UTC when left out. */
time_zone?: string | null;
};
export type UpdateMaintenanceWindow = {
/** 1 to 250 characters. */
title?: string;
/** Null or 1 to 2000 characters. */
description?: string | null;
/** pause: the monitors are not checked. mute: all runs, nobody is told about incidents of these monitors. normal: only announced. */
monitoring_mode?: "pause" | "mute" | "normal";
/** 1 to 100 ids of the project's monitors. */
monitors?: Array<number>;
status_pages?: Array<number> | null;
/** At most 20 of 1 to 100 characters each, lowercase letters, digits and . _ : -; at most 200 different ones in an organization. */
tags?: Array<string> | null;
/** A whole minute, from the current one to a year ahead. Can change while scheduled. */
starts_at?: string;
/** A whole minute after the start, within a year. May move while scheduled or in progress, not before now. */
ends_at?: string;
/** Null or one RFC 5545 RRULE, hourly at most often; `starts_at` must be one of its starts. Each one becomes a window of its own, 30 days ahead, with the same `recurrence_id`. The rule follows the clock of `time_zone`: a start that the clock skips moves by the gap (02:30 becomes 03:30), one that it shows twice is the first of the two. Changing it replaces the coming windows; null ends the recurrence with this window. */
recurrence?: string | null;
/** IANA name of the zone whose clock the recurrence follows; UTC when left out. */
time_zone?: string | null;
/** Of a recurring window: `this` one alone (so when left out), or also all `following` ones. Alone, a window keeps its `recurrence_id`. */
apply_to?: "this" | "following";
};
export type StatusPage = {
id: number;
project_id: number;
/** 2 to 30 characters. */
name: string;
subdomain: string;
domain: string | null;
/** Null without a domain. pending until it is verified, active once it is, failed when the last check found no proof. A name that only resolves in a private network (.local, .internal, .lan, .test, .home.arpa, .localhost) is active without a check. */
domain_state: "pending" | "active" | "failed" | null;
/** Why the domain failed, with the DNS records that it needs; null otherwise. */
domain_error: string | null;
/** 2 to 250 characters. */
title: string;
/** 2 to 250 characters, for search engines and feeds. */
description: string;
website_url: string;
search_engine_indexed: boolean;
/** At most 200, in display order; groups are one level deep. */
components: Array<{
componentable_type: "uptime/monitor";
/** Id of a monitor of the project. */
componentable_id: number;
/** 1 to 100 characters; null shows the monitor's own name. */
display_name: string | null;
} | {
componentable_type: "uptime/group";
/** 1 to 100 characters. */
name: string;
/** Whether the group starts open. A group with trouble is always open. */
is_expanded: boolean;
components: Array<{
componentable_type: "uptime/monitor";
/** Id of a monitor of the project. */
componentable_id: number;
/** 1 to 100 characters; null shows the monitor's own name. */
display_name: string | null;
}>;
}>;
color_scheme: "all" | "dark" | "light";
language: "en";
/** 30, 60 or 90. */
timeframe: 30 | 60 | 90;
/** IANA name of the zone whose days and clock the page shows; UTC when left out. */
time_zone: string;
show_response_times: boolean;
subscription_channels: Array<"rss" | "atom" | "slack" | "email" | "webhook" | "ical" | "json">;
/** A partial object fills from the default; the whole comes back. */
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
/** Its address, or null when there is none. */
logo_light: string | null;
/** Its address, or null when there is none. */
logo_dark: string | null;
/** Its address, or null when there is none. */
favicon_light: string | null;
/** Its address, or null when there is none. */
favicon_dark: string | null;
/** Where visitors find the page. */
url: string;
/** At most 20 of 1 to 100 characters each, lowercase letters, digits and . _ : -; at most 200 different ones in an organization. */
tags: Array<string> | null;
created_at: string;
updated_at: string;
};
export type CreateStatusPage = {
/** 2 to 30 characters. */
name: string;
/** 2 to 30 characters, a DNS label, unique over everything. */
subdomain: string;
/** 2 to 250 characters. */
title: string;
/** 2 to 250 characters, for search engines and feeds. */
description: string;
/** Where the logo leads: http or https, at most 250 characters. */
website_url: string;
/** When false, pages carry noindex and robots.txt refuses. */
search_engine_indexed: boolean;
/** At most 200, in display order; groups are one level deep. */
components: Array<{
componentable_type: "uptime/monitor";
/** Id of a monitor of the project. */
componentable_id: number;
/** 1 to 100 characters; null shows the monitor's own name. */
display_name?: string | null;
} | {
componentable_type: "uptime/group";
/** 1 to 100 characters. */
name: string;
/** Whether the group starts open. A group with trouble is always open. */
is_expanded?: boolean;
components: Array<{
componentable_type: "uptime/monitor";
/** Id of a monitor of the project. */
componentable_id: number;
/** 1 to 100 characters; null shows the monitor's own name. */
display_name?: string | null;
}>;
}>;
/** A host name that points here, unique; null for none. */
domain?: string | null;
color_scheme?: "all" | "dark" | "light" | null;
time_zone?: string | null;
language?: "en" | null;
timeframe?: 30 | 60 | 90 | null;
show_response_times?: boolean | null;
/** How visitors can be told. */
subscription_channels?: Array<"rss" | "atom" | "slack" | "email" | "webhook" | "ical" | "json">;
/** A partial object fills from the default; the whole comes back. */
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
/** 1 to 50 addresses or ranges that see the page without a token or password; null for none. */
access_ips?: Array<string> | null;
/** 8 to 500 characters, write-only; null switches it off. */
access_token?: string | null;
/** 8 to 500 characters, write-only; null switches it off. */
access_password?: string | null;
/** JPEG, PNG or SVG, at most 1 MiB: a data URL here, or a file part of a multipart form; false removes it. */
logo_light?: string | false | null;
/** JPEG, PNG or SVG, at most 1 MiB: a data URL here, or a file part of a multipart form; false removes it. */
logo_dark?: string | false | null;
/** PNG or SVG, at most 1 MiB: a data URL here, or a file part of a multipart form; false removes it. */
favicon_light?: string | false | null;
/** PNG or SVG, at most 1 MiB: a data URL here, or a file part of a multipart form; false removes it. */
favicon_dark?: string | false | null;
/** At most 20 of 1 to 100 characters each, lowercase letters, digits and . _ : -; at most 200 different ones in an organization. */
tags?: Array<string> | null;
};
export type UpdateStatusPage = {
/** 2 to 30 characters. */
name?: string;
/** 2 to 30 characters, a DNS label, unique over everything. */
subdomain?: string;
/** 2 to 250 characters. */
title?: string;
/** 2 to 250 characters, for search engines and feeds. */
description?: string;
/** Where the logo leads: http or https, at most 250 characters. */
website_url?: string;
/** When false, pages carry noindex and robots.txt refuses. */
search_engine_indexed?: boolean;
/** At most 200, in display order; groups are one level deep. */
components?: Array<{
componentable_type: "uptime/monitor";
/** Id of a monitor of the project. */
componentable_id: number;
/** 1 to 100 characters; null shows the monitor's own name. */
display_name?: string | null;
} | {
componentable_type: "uptime/group";
/** 1 to 100 characters. */
name: string;
/** Whether the group starts open. A group with trouble is always open. */
is_expanded?: boolean;
components: Array<{
componentable_type: "uptime/monitor";
/** Id of a monitor of the project. */
componentable_id: number;
/** 1 to 100 characters; null shows the monitor's own name. */
display_name?: string | null;
}>;
}>;
/** A host name that points here, unique; null for none. */
domain?: string | null;
/** all follows the visitor's own setting. */
color_scheme?: "all" | "dark" | "light";
/** IANA name of the zone whose days and clock the page shows; UTC when left out. */
time_zone?: string;
/** BCP 47 code of the language of the page's texts, mails and feeds; en when left out. */
language?: "en";
/** 30, 60 or 90. */
timeframe?: 30 | 60 | 90;
show_response_times?: boolean;
/** How visitors can be told. */
subscription_channels?: Array<"rss" | "atom" | "slack" | "email" | "webhook" | "ical" | "json">;
/** A partial object fills from the default; the whole comes back. */
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
/** 1 to 50 addresses or ranges that see the page without a token or password; null for none. */
access_ips?: Array<string> | null;
/** 8 to 500 characters, write-only; null switches it off. */
access_token?: string | null;
/** 8 to 500 characters, write-only; null switches it off. */
access_password?: string | null;
/** JPEG, PNG or SVG, at most 1 MiB: a data URL here, or a file part of a multipart form; false removes it. */
logo_light?: string | false | null;
/** JPEG, PNG or SVG, at most 1 MiB: a data URL here, or a file part of a multipart form; false removes it. */
logo_dark?: string | false | null;
/** PNG or SVG, at most 1 MiB: a data URL here, or a file part of a multipart form; false removes it. */
favicon_light?: string | false | null;
/** PNG or SVG, at most 1 MiB: a data URL here, or a file part of a multipart form; false removes it. */
favicon_dark?: string | false | null;
/** At most 20 of 1 to 100 characters each, lowercase letters, digits and . _ : -; at most 200 different ones in an organization. */
tags?: Array<string> | null;
};
export type CurrentStatus = {
/** The worst of its components; operational when all is well. */
current_incident_impact: "operational" | "unknown" | "maintenance" | "degraded_performance" | "partial_outage" | "major_outage";
/** Percentage over the page's timeframe, never rounded up; null when nothing was observed. */
availability: number | null;
updated_at: string;
components: Array<{
component_type: "uptime/monitor";
component_id: number;
name: string;
response_time: number | null;
/** Percentage over the page's timeframe, never rounded up; null when nothing was observed. */
availability: number | null;
/** What users notice. */
current_incident_impact: "operational" | "unknown" | "maintenance" | "degraded_performance" | "partial_outage" | "major_outage";
} | {
component_type: "uptime/group";
name: string;
response_time: number | null;
/** Percentage over the page's timeframe, never rounded up; null when nothing was observed. */
availability: number | null;
/** What users notice. */
current_incident_impact: "operational" | "unknown" | "maintenance" | "degraded_performance" | "partial_outage" | "major_outage";
components: Array<{
component_type: "uptime/monitor";
component_id: number;
name: string;
response_time: number | null;
/** Percentage over the page's timeframe, never rounded up; null when nothing was observed. */
availability: number | null;
/** What users notice. */
current_incident_impact: "operational" | "unknown" | "maintenance" | "degraded_performance" | "partial_outage" | "major_outage";
}>;
}>;
active_incidents: Array<{
id: number;
title: string;
/** What users notice. */
impact: "operational" | "unknown" | "maintenance" | "degraded_performance" | "partial_outage" | "major_outage";
/** How far the people working on it are: the highest among its updates, unknown without any. */
state: "unknown" | "investigating" | "identified" | "monitoring" | "resolved";
/** Whether it lasts: ongoing, recovering or recovered. */
status: "ongoing" | "recovering" | "recovered";
exclude_from_downtime: boolean;
incident_at: string;
recovery_at: string | null;
}>;
};
export type PageSubscriber = {
id: number;
email: string;
/** Monitors that are mailed about; empty: all of the page, also those that come later. */
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
/** The region that saw it first. */
region: "as-jpn-hnd" | "as-sgp-sin" | "as-tha-bkk" | "eu-deu-fra" | "eu-fra-cdg" | "eu-gbr-lhr" | "eu-nld-ams" | "eu-swe-arn" | "na-mex-mex" | "na-usa-iad" | "na-usa-sea" | "oc-aus-syd" | "sa-bra-gru";
fingerprint_sha256: string;
serial_number: string;
subject_common_name: string | null;
subject_alternative_names: Array<string>;
issuer_common_name: string | null;
issuer_organization: string | null;
not_before: string;
not_after: string;
/** The certificates above it that the server sent along, its issuer's first. */
chain: Array<{
subject_common_name: string | null;
fingerprint_sha256: string;
not_before: string;
not_after: string;
}>;
/** Whether checks see it now; several are where a monitor reaches several servers. False once another took its place. */
active: boolean;
/** How many days before it expires an alert rule that counts for the monitor warns first; null when none does. */
warned_days: number | null;
/** When a check saw it last, to the hour. */
last_seen_at: string;
/** When it was seen first. */
created_at: string;
updated_at: string;
};
export type Runner = {
id: number;
name: string;
/** local: the server's own runner. */
kind: "local" | "remote";
/** The one a remote runner is bound to; null for the local. */
region: "as-jpn-hnd" | "as-sgp-sin" | "as-tha-bkk" | "eu-deu-fra" | "eu-fra-cdg" | "eu-gbr-lhr" | "eu-nld-ams" | "eu-swe-arn" | "na-mex-mex" | "na-usa-iad" | "na-usa-sea" | "oc-aus-syd" | "sa-bra-gru" | null;
/** What it serves now: a remote runner its region, the local one every region without a remote runner that is alive. Empty unless alive. */
regions: Array<"as-jpn-hnd" | "as-sgp-sin" | "as-tha-bkk" | "eu-deu-fra" | "eu-fra-cdg" | "eu-gbr-lhr" | "eu-nld-ams" | "eu-swe-arn" | "na-mex-mex" | "na-usa-iad" | "na-usa-sea" | "oc-aus-syd" | "sa-bra-gru">;
/** Regions of these whose failures count for nothing at present, and why: quarantined, or held. */
held: Array<{
region: "as-jpn-hnd" | "as-sgp-sin" | "as-tha-bkk" | "eu-deu-fra" | "eu-fra-cdg" | "eu-gbr-lhr" | "eu-nld-ams" | "eu-swe-arn" | "na-mex-mex" | "na-usa-iad" | "na-usa-sea" | "oc-aus-syd" | "sa-bra-gru";
reason: string;
}>;
/** alive: heard of within the last 45 s. */
state: "alive" | "silent" | "never_seen" | "revoked";
last_seen_at: string | null;
/** Null before the first report. */
report: RunnerReport | null;
/** What the runner runs on and can do. `node`: its version. `ping`: how it pings: `socket` (an unprivileged socket), `ping` (one process per ping), or `none` (ICMP checks from there are inconclusive). */
capabilities: Record<string, unknown>;
version: string | null;
/** What to do when its version is not the server's; null when it is. */
version_note: string | null;
/** What to do when two processes have used its token at once for 30 s (two DATA_DIRs with one token); null when they have not. */
double_note: string | null;
/** What is wrong when its clock is more than a minute from the server's; null when it is not. */
clock_note: string | null;
created_at: string;
revoked_at: string | null;
};
export type RunnerReport = {
/** How late checks start: the 99th percentile, in ms. */
lag_p99_ms: number;
/** Results on its disk that the server has not confirmed. */
spooled: number;
/** Checks under way. */
running: number;
/** Monitors it checks. */
monitors: number;
/** Why it doubts itself, in its words; null when it does not. */
doubt: string | null;
};
export type CreateRunner = {
/** As it is listed, 1 to 60 characters. */
name: string;
/** Where the other machine is. Comes back as the code: `ng-nld-ams` as `eu-nld-ams`. */
region: "as-jpn-hnd" | "as-sgp-sin" | "as-tha-bkk" | "eu-deu-fra" | "eu-fra-cdg" | "eu-gbr-lhr" | "eu-nld-ams" | "eu-swe-arn" | "na-mex-mex" | "na-usa-iad" | "na-usa-sea" | "oc-aus-syd" | "sa-bra-gru" | "ng-nld-ams";
};
export type CreatedRunner = {
id: number;
name: string;
/** local: the server's own runner. */
kind: "local" | "remote";
/** The one a remote runner is bound to; null for the local. */
region: "as-jpn-hnd" | "as-sgp-sin" | "as-tha-bkk" | "eu-deu-fra" | "eu-fra-cdg" | "eu-gbr-lhr" | "eu-nld-ams" | "eu-swe-arn" | "na-mex-mex" | "na-usa-iad" | "na-usa-sea" | "oc-aus-syd" | "sa-bra-gru" | null;
/** What it serves now: a remote runner its region, the local one every region without a remote runner that is alive. Empty unless alive. */
regions: Array<"as-jpn-hnd" | "as-sgp-sin" | "as-tha-bkk" | "eu-deu-fra" | "eu-fra-cdg" | "eu-gbr-lhr" | "eu-nld-ams" | "eu-swe-arn" | "na-mex-mex" | "na-usa-iad" | "na-usa-sea" | "oc-aus-syd" | "sa-bra-gru">;
/** Regions of these whose failures count for nothing at present, and why: quarantined, or held. */
held: Array<{
region: "as-jpn-hnd" | "as-sgp-sin" | "as-tha-bkk" | "eu-deu-fra" | "eu-fra-cdg" | "eu-gbr-lhr" | "eu-nld-ams" | "eu-swe-arn" | "na-mex-mex" | "na-usa-iad" | "na-usa-sea" | "oc-aus-syd" | "sa-bra-gru";
reason: string;
}>;
/** alive: heard of within the last 45 s. */
state: "alive" | "silent" | "never_seen" | "revoked";
last_seen_at: string | null;
/** Null before the first report. */
report: RunnerReport | null;
/** What the runner runs on and can do. `node`: its version. `ping`: how it pings: `socket` (an unprivileged socket), `ping` (one process per ping), or `none` (ICMP checks from there are inconclusive). */
capabilities: Record<string, unknown>;
version: string | null;
/** What to do when its version is not the server's; null when it is. */
version_note: string | null;
/** What to do when two processes have used its token at once for 30 s (two DATA_DIRs with one token); null when they have not. */
double_note: string | null;
/** What is wrong when its clock is more than a minute from the server's; null when it is not. */
clock_note: string | null;
created_at: string;
revoked_at: string | null;
/** Shown this once: only its SHA-256 is stored. */
token: string;
/** What starts the runner on the other machine, token included. */
command: string;
};

export interface Operations {
  /** What answers here. */
  getAbout: {
    params: undefined;
    query: undefined;
    body: undefined;
    answer: About;
  };
  /** The readable reference. */
  getDocs: {
    params: undefined;
    query: undefined;
    body: undefined;
    answer: string;
  };
  /** Liveness: the process answers and can serve public pages. */
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
  /** This document. */
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
  /** What this credential is and may do. */
  whoAmI: {
    params: undefined;
    query: undefined;
    body: undefined;
    answer: WhoAmI;
  };
  /** Readiness of public pages alone. */
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
  /** Send a delivery again. */
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
  /** Delete a test incident now. */
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
/** How the target is checked; can't change after creation. */
protocol: "http";
request: {
/** HTTP method. */
method: "HEAD" | "GET" | "POST" | "PUT" | "PATCH" | "OPTIONS";
/** Address to check, http or https, at most 255 characters, without credentials. */
url: string;
/** Whether an invalid certificate passes; it is still reported. */
tls_skip_verify?: boolean;
/** Request body, at most 500 characters; only with POST, PUT and PATCH. */
body?: string | null;
/** Whether redirects are followed: at most 5 hops, all inside the timeout. */
follow_redirects?: boolean;
/** Added to the User-Agent, so that a firewall can let the checks pass. It is returned. */
user_agent_secret?: string | null;
/** At most 10 request headers, sent in this order. */
headers?: Array<{
/** Name of the header, at most 50 characters. */
name: string;
/** At most 1024 characters, sent as given. */
value: string;
}> | null;
};
/** 2 to 45 characters. */
name: string;
/** Where the checks run from: 1 to 6 different regions, order kept. Amsterdam has two spellings, `ng-nld-ams` and `eu-nld-ams`: the monitor comes back with the one that was sent, runners in Amsterdam serve both, and both at once are refused. Results, certificates and runners name it `eu-nld-ams`. */
regions: Array<"as-jpn-hnd" | "as-sgp-sin" | "as-tha-bkk" | "eu-deu-fra" | "eu-fra-cdg" | "eu-gbr-lhr" | "eu-nld-ams" | "eu-swe-arn" | "na-mex-mex" | "na-usa-iad" | "na-usa-sea" | "oc-aus-syd" | "sa-bra-gru" | "ng-nld-ams">;
/** Seconds between two checks from one region. */
interval?: 30 | 60 | 120 | 180 | 300 | 600 | 900 | 1800 | 3600;
/** Milliseconds after which a check fails; not above the interval. */
timeout?: 1000 | 2000 | 3000 | 4000 | 5000 | 6000 | 7000 | 8000 | 9000 | 10000 | 15000 | 20000 | 25000 | 30000;
/** Failures in a row, 1 to 5, after which a region counts as failing. */
incident_confirmations?: number;
/** Successes in a row, 1 to 5, after which a failing region counts as healthy again. */
recovery_confirmations?: number;
/** Failing regions that open an incident, 1 to 10; not above the number of regions. */
region_threshold?: number;
/** At most 20 of 1 to 100 characters each, lowercase letters, digits and . _ : -; at most 200 different ones in an organization. */
tags?: Array<string> | null;
/** A paused monitor is not checked, and paused time is not observed time. */
paused?: boolean;
/** HTTP only, at most 20, all must hold. None given: the status code must be one of 2xx and 30x. */
success_assertions?: Array<{
type: "status_code";
operator: "in" | "not_in";
/** Comma list; x stands for any digit. */
value: string;
} | {
type: "response_header";
operator: "equals" | "not_equals" | "contains" | "not_contains";
/** Name of the response header. */
selector: string;
/** Compared ignoring case. */
value: string;
} | {
type: "response_body";
operator: "contains" | "not_contains";
/** Searched ignoring case in the first 512 KiB of the decompressed body. */
value: string;
}> | null;
} | {
/** How the target is checked; can't change after creation. */
protocol: "tcp";
request: {
/** Host name or address, 1 to 255 characters. */
host: string;
/** Port from "1" to "65535", as text; a number is accepted and comes back as text. */
port: string | number;
/** Whether a TLS handshake follows the connect. */
connection?: "plain" | "tls";
/** Whether an invalid certificate passes; it is still reported. */
tls_skip_verify?: boolean;
};
/** 2 to 45 characters. */
name: string;
/** Where the checks run from: 1 to 6 different regions, order kept. Amsterdam has two spellings, `ng-nld-ams` and `eu-nld-ams`: the monitor comes back with the one that was sent, runners in Amsterdam serve both, and both at once are refused. Results, certificates and runners name it `eu-nld-ams`. */
regions: Array<"as-jpn-hnd" | "as-sgp-sin" | "as-tha-bkk" | "eu-deu-fra" | "eu-fra-cdg" | "eu-gbr-lhr" | "eu-nld-ams" | "eu-swe-arn" | "na-mex-mex" | "na-usa-iad" | "na-usa-sea" | "oc-aus-syd" | "sa-bra-gru" | "ng-nld-ams">;
/** Seconds between two checks from one region. */
interval?: 30 | 60 | 120 | 180 | 300 | 600 | 900 | 1800 | 3600;
/** Milliseconds after which a check fails; not above the interval. */
timeout?: 1000 | 2000 | 3000 | 4000 | 5000 | 6000 | 7000 | 8000 | 9000 | 10000 | 15000 | 20000 | 25000 | 30000;
/** Failures in a row, 1 to 5, after which a region counts as failing. */
incident_confirmations?: number;
/** Successes in a row, 1 to 5, after which a failing region counts as healthy again. */
recovery_confirmations?: number;
/** Failing regions that open an incident, 1 to 10; not above the number of regions. */
region_threshold?: number;
/** At most 20 of 1 to 100 characters each, lowercase letters, digits and . _ : -; at most 200 different ones in an organization. */
tags?: Array<string> | null;
/** A paused monitor is not checked, and paused time is not observed time. */
paused?: boolean;
/** HTTP only, at most 20, all must hold. None given: the status code must be one of 2xx and 30x. */
success_assertions?: Array<{
type: "status_code";
operator: "in" | "not_in";
/** Comma list; x stands for any digit. */
value: string;
} | {
type: "response_header";
operator: "equals" | "not_equals" | "contains" | "not_contains";
/** Name of the response header. */
selector: string;
/** Compared ignoring case. */
value: string;
} | {
type: "response_body";
operator: "contains" | "not_contains";
/** Searched ignoring case in the first 512 KiB of the decompressed body. */
value: string;
}> | null;
} | {
/** How the target is checked; can't change after creation. */
protocol: "icmp";
request: {
/** Host name or address, 1 to 255 characters. */
host: string;
};
/** 2 to 45 characters. */
name: string;
/** Where the checks run from: 1 to 6 different regions, order kept. Amsterdam has two spellings, `ng-nld-ams` and `eu-nld-ams`: the monitor comes back with the one that was sent, runners in Amsterdam serve both, and both at once are refused. Results, certificates and runners name it `eu-nld-ams`. */
regions: Array<"as-jpn-hnd" | "as-sgp-sin" | "as-tha-bkk" | "eu-deu-fra" | "eu-fra-cdg" | "eu-gbr-lhr" | "eu-nld-ams" | "eu-swe-arn" | "na-mex-mex" | "na-usa-iad" | "na-usa-sea" | "oc-aus-syd" | "sa-bra-gru" | "ng-nld-ams">;
/** Seconds between two checks from one region. */
interval?: 30 | 60 | 120 | 180 | 300 | 600 | 900 | 1800 | 3600;
/** Milliseconds after which a check fails; not above the interval. */
timeout?: 1000 | 2000 | 3000 | 4000 | 5000 | 6000 | 7000 | 8000 | 9000 | 10000 | 15000 | 20000 | 25000 | 30000;
/** Failures in a row, 1 to 5, after which a region counts as failing. */
incident_confirmations?: number;
/** Successes in a row, 1 to 5, after which a failing region counts as healthy again. */
recovery_confirmations?: number;
/** Failing regions that open an incident, 1 to 10; not above the number of regions. */
region_threshold?: number;
/** At most 20 of 1 to 100 characters each, lowercase letters, digits and . _ : -; at most 200 different ones in an organization. */
tags?: Array<string> | null;
/** A paused monitor is not checked, and paused time is not observed time. */
paused?: boolean;
/** HTTP only, at most 20, all must hold. None given: the status code must be one of 2xx and 30x. */
success_assertions?: Array<{
type: "status_code";
operator: "in" | "not_in";
/** Comma list; x stands for any digit. */
value: string;
} | {
type: "response_header";
operator: "equals" | "not_equals" | "contains" | "not_contains";
/** Name of the response header. */
selector: string;
/** Compared ignoring case. */
value: string;
} | {
type: "response_body";
operator: "contains" | "not_contains";
/** Searched ignoring case in the first 512 KiB of the decompressed body. */
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
/** Can't change: only the monitor's own protocol is accepted. */
protocol?: "http" | "tcp" | "icmp";
/** Replaced as a whole: a field of it that is left out is removed or takes its default, as on create. Leave out `request` to keep it. */
request?: {
/** HTTP method. */
method: "HEAD" | "GET" | "POST" | "PUT" | "PATCH" | "OPTIONS";
/** Address to check, http or https, at most 255 characters, without credentials. */
url: string;
/** Whether an invalid certificate passes; it is still reported. */
tls_skip_verify?: boolean;
/** Request body, at most 500 characters; only with POST, PUT and PATCH. */
body?: string | null;
/** Whether redirects are followed: at most 5 hops, all inside the timeout. */
follow_redirects?: boolean;
/** Added to the User-Agent, so that a firewall can let the checks pass. It is returned. */
user_agent_secret?: string | null;
/** At most 10 request headers, sent in this order. */
headers?: Array<{
/** Name of the header, at most 50 characters. */
name: string;
/** At most 1024 characters, sent as given. */
value: string;
}> | null;
} | {
/** Host name or address, 1 to 255 characters. */
host: string;
/** Port from "1" to "65535", as text; a number is accepted and comes back as text. */
port: string | number;
/** Whether a TLS handshake follows the connect. */
connection?: "plain" | "tls";
/** Whether an invalid certificate passes; it is still reported. */
tls_skip_verify?: boolean;
} | {
/** Host name or address, 1 to 255 characters. */
host: string;
};
/** Where the checks run from: 1 to 6 different regions, order kept. Amsterdam has two spellings, `ng-nld-ams` and `eu-nld-ams`: the monitor comes back with the one that was sent, runners in Amsterdam serve both, and both at once are refused. Results, certificates and runners name it `eu-nld-ams`. */
regions?: Array<"as-jpn-hnd" | "as-sgp-sin" | "as-tha-bkk" | "eu-deu-fra" | "eu-fra-cdg" | "eu-gbr-lhr" | "eu-nld-ams" | "eu-swe-arn" | "na-mex-mex" | "na-usa-iad" | "na-usa-sea" | "oc-aus-syd" | "sa-bra-gru" | "ng-nld-ams">;
/** Seconds between two checks from one region. */
interval?: 30 | 60 | 120 | 180 | 300 | 600 | 900 | 1800 | 3600;
/** Milliseconds after which a check fails; not above the interval. */
timeout?: 1000 | 2000 | 3000 | 4000 | 5000 | 6000 | 7000 | 8000 | 9000 | 10000 | 15000 | 20000 | 25000 | 30000;
/** HTTP only, at most 20, all must hold. None given: the status code must be one of 2xx and 30x. */
success_assertions?: Array<{
type: "status_code";
operator: "in" | "not_in";
/** Comma list; x stands for any digit. */
value: string;
} | {
type: "response_header";
operator: "equals" | "not_equals" | "contains" | "not_contains";
/** Name of the response header. */
selector: string;
/** Compared ignoring case. */
value: string;
} | {
type: "response_body";
operator: "contains" | "not_contains";
/** Searched ignoring case in the first 512 KiB of the decompressed body. */
value: string;
}> | null;
/** Failures in a row, 1 to 5, after which a region counts as failing. */
incident_confirmations?: number;
/** Successes in a row, 1 to 5, after which a failing region counts as healthy again. */
recovery_confirmations?: number;
/** Failing regions that open an incident, 1 to 10; not above the number of regions. */
region_threshold?: number;
/** At most 20 of 1 to 100 characters each, lowercase letters, digits and . _ : -; at most 200 different ones in an organization. */
tags?: Array<string> | null;
/** A paused monitor is not checked, and paused time is not observed time. */
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
/** How the target is checked; can't change after creation. */
protocol: "http";
request: {
/** HTTP method. */
method: "HEAD" | "GET" | "POST" | "PUT" | "PATCH" | "OPTIONS";
/** Address to check, http or https, at most 255 characters, without credentials. */
url: string;
/** Whether an invalid certificate passes; it is still reported. */
tls_skip_verify?: boolean;
/** Request body, at most 500 characters; only with POST, PUT and PATCH. */
body?: string | null;
/** Whether redirects are followed: at most 5 hops, all inside the timeout. */
follow_redirects?: boolean;
/** Added to the User-Agent, so that a firewall can let the checks pass. It is returned. */
user_agent_secret?: string | null;
/** At most 10 request headers, sent in this order. */
headers?: Array<{
/** Name of the header, at most 50 characters. */
name: string;
/** At most 1024 characters, sent as given. */
value: string;
}> | null;
};
/** 2 to 45 characters. */
name: string;
/** Where the checks run from: 1 to 6 different regions, order kept. Amsterdam has two spellings, `ng-nld-ams` and `eu-nld-ams`: the monitor comes back with the one that was sent, runners in Amsterdam serve both, and both at once are refused. Results, certificates and runners name it `eu-nld-ams`. */
regions: Array<"as-jpn-hnd" | "as-sgp-sin" | "as-tha-bkk" | "eu-deu-fra" | "eu-fra-cdg" | "eu-gbr-lhr" | "eu-nld-ams" | "eu-swe-arn" | "na-mex-mex" | "na-usa-iad" | "na-usa-sea" | "oc-aus-syd" | "sa-bra-gru" | "ng-nld-ams">;
/** Seconds between two checks from one region. */
interval?: 30 | 60 | 120 | 180 | 300 | 600 | 900 | 1800 | 3600;
/** Milliseconds after which a check fails; not above the interval. */
timeout?: 1000 | 2000 | 3000 | 4000 | 5000 | 6000 | 7000 | 8000 | 9000 | 10000 | 15000 | 20000 | 25000 | 30000;
/** Failures in a row, 1 to 5, after which a region counts as failing. */
incident_confirmations?: number;
/** Successes in a row, 1 to 5, after which a failing region counts as healthy again. */
recovery_confirmations?: number;
/** Failing regions that open an incident, 1 to 10; not above the number of regions. */
region_threshold?: number;
/** At most 20 of 1 to 100 characters each, lowercase letters, digits and . _ : -; at most 200 different ones in an organization. */
tags?: Array<string> | null;
/** A paused monitor is not checked, and paused time is not observed time. */
paused?: boolean;
/** HTTP only, at most 20, all must hold. None given: the status code must be one of 2xx and 30x. */
success_assertions?: Array<{
type: "status_code";
operator: "in" | "not_in";
/** Comma list; x stands for any digit. */
value: string;
} | {
type: "response_header";
operator: "equals" | "not_equals" | "contains" | "not_contains";
/** Name of the response header. */
selector: string;
/** Compared ignoring case. */
value: string;
} | {
type: "response_body";
operator: "contains" | "not_contains";
/** Searched ignoring case in the first 512 KiB of the decompressed body. */
value: string;
}> | null;
} | {
/** How the target is checked; can't change after creation. */
protocol: "tcp";
request: {
/** Host name or address, 1 to 255 characters. */
host: string;
/** Port from "1" to "65535", as text; a number is accepted and comes back as text. */
port: string | number;
/** Whether a TLS handshake follows the connect. */
connection?: "plain" | "tls";
/** Whether an invalid certificate passes; it is still reported. */
tls_skip_verify?: boolean;
};
/** 2 to 45 characters. */
name: string;
/** Where the checks run from: 1 to 6 different regions, order kept. Amsterdam has two spellings, `ng-nld-ams` and `eu-nld-ams`: the monitor comes back with the one that was sent, runners in Amsterdam serve both, and both at once are refused. Results, certificates and runners name it `eu-nld-ams`. */
regions: Array<"as-jpn-hnd" | "as-sgp-sin" | "as-tha-bkk" | "eu-deu-fra" | "eu-fra-cdg" | "eu-gbr-lhr" | "eu-nld-ams" | "eu-swe-arn" | "na-mex-mex" | "na-usa-iad" | "na-usa-sea" | "oc-aus-syd" | "sa-bra-gru" | "ng-nld-ams">;
/** Seconds between two checks from one region. */
interval?: 30 | 60 | 120 | 180 | 300 | 600 | 900 | 1800 | 3600;
/** Milliseconds after which a check fails; not above the interval. */
timeout?: 1000 | 2000 | 3000 | 4000 | 5000 | 6000 | 7000 | 8000 | 9000 | 10000 | 15000 | 20000 | 25000 | 30000;
/** Failures in a row, 1 to 5, after which a region counts as failing. */
incident_confirmations?: number;
/** Successes in a row, 1 to 5, after which a failing region counts as healthy again. */
recovery_confirmations?: number;
/** Failing regions that open an incident, 1 to 10; not above the number of regions. */
region_threshold?: number;
/** At most 20 of 1 to 100 characters each, lowercase letters, digits and . _ : -; at most 200 different ones in an organization. */
tags?: Array<string> | null;
/** A paused monitor is not checked, and paused time is not observed time. */
paused?: boolean;
/** HTTP only, at most 20, all must hold. None given: the status code must be one of 2xx and 30x. */
success_assertions?: Array<{
type: "status_code";
operator: "in" | "not_in";
/** Comma list; x stands for any digit. */
value: string;
} | {
type: "response_header";
operator: "equals" | "not_equals" | "contains" | "not_contains";
/** Name of the response header. */
selector: string;
/** Compared ignoring case. */
value: string;
} | {
type: "response_body";
operator: "contains" | "not_contains";
/** Searched ignoring case in the first 512 KiB of the decompressed body. */
value: string;
}> | null;
} | {
/** How the target is checked; can't change after creation. */
protocol: "icmp";
request: {
/** Host name or address, 1 to 255 characters. */
host: string;
};
/** 2 to 45 characters. */
name: string;
/** Where the checks run from: 1 to 6 different regions, order kept. Amsterdam has two spellings, `ng-nld-ams` and `eu-nld-ams`: the monitor comes back with the one that was sent, runners in Amsterdam serve both, and both at once are refused. Results, certificates and runners name it `eu-nld-ams`. */
regions: Array<"as-jpn-hnd" | "as-sgp-sin" | "as-tha-bkk" | "eu-deu-fra" | "eu-fra-cdg" | "eu-gbr-lhr" | "eu-nld-ams" | "eu-swe-arn" | "na-mex-mex" | "na-usa-iad" | "na-usa-sea" | "oc-aus-syd" | "sa-bra-gru" | "ng-nld-ams">;
/** Seconds between two checks from one region. */
interval?: 30 | 60 | 120 | 180 | 300 | 600 | 900 | 1800 | 3600;
/** Milliseconds after which a check fails; not above the interval. */
timeout?: 1000 | 2000 | 3000 | 4000 | 5000 | 6000 | 7000 | 8000 | 9000 | 10000 | 15000 | 20000 | 25000 | 30000;
/** Failures in a row, 1 to 5, after which a region counts as failing. */
incident_confirmations?: number;
/** Successes in a row, 1 to 5, after which a failing region counts as healthy again. */
recovery_confirmations?: number;
/** Failing regions that open an incident, 1 to 10; not above the number of regions. */
region_threshold?: number;
/** At most 20 of 1 to 100 characters each, lowercase letters, digits and . _ : -; at most 200 different ones in an organization. */
tags?: Array<string> | null;
/** A paused monitor is not checked, and paused time is not observed time. */
paused?: boolean;
/** HTTP only, at most 20, all must hold. None given: the status code must be one of 2xx and 30x. */
success_assertions?: Array<{
type: "status_code";
operator: "in" | "not_in";
/** Comma list; x stands for any digit. */
value: string;
} | {
type: "response_header";
operator: "equals" | "not_equals" | "contains" | "not_contains";
/** Name of the response header. */
selector: string;
/** Compared ignoring case. */
value: string;
} | {
type: "response_body";
operator: "contains" | "not_contains";
/** Searched ignoring case in the first 512 KiB of the decompressed body. */
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
  /** What other settings would have done. */
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
  /** The last 24 hours of up to 100 monitors. */
  getStrips: {
    params: undefined;
    query: { "monitor_id"?: Array<number>; };
    body: undefined;
    answer: Strips;
  };
  /** Response times of a monitor by region. */
  getSeries: {
    params: { "monitorId": number; };
    query: { "from"?: string; "to"?: string; "buckets"?: number; };
    body: undefined;
    answer: Series;
  };
  /** Report of the project. */
  getProjectReport: {
    params: undefined;
    query: { "from"?: string; "to"?: string; "page"?: number; "per_page"?: number; };
    body: undefined;
    answer: ProjectReport;
  };
  /** Report of a monitor. */
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
  /** Recover an incident now. */
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
  /** Write a private comment. */
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
  /** Take a monitor out of a merged incident. */
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
  /** Complete a maintenance window now. */
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
  /** Remove a subscriber of a status page. */
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
