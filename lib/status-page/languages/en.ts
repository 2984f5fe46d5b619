import { duration } from "@/lib/domain/core/wording";
import { patternSentence } from "@/lib/domain/maintenance/recurrence-words";
import { neutralTitle } from "@/lib/domain/status-pages/public-title";
import { plural } from "./plural";
import { refusalWords } from "./refusal-words";
import { webhookWords } from "./webhook-words";
import type { Words } from "./words";

export const en: Words = {
  states: {
    empty: "No data",
    operational: "Operational",
    maintenance: "Under maintenance",
    degraded_performance: "Degraded performance",
    partial_outage: "Partial outage",
    major_outage: "Major outage",
  },
  progress: {
    unknown: "Reported",
    investigating: "Investigating",
    identified: "Identified",
    monitoring: "Monitoring",
    resolved: "Resolved",
  },
  windows: { scheduled: "Scheduled", in_progress: "In progress", completed: "Completed" },
  labeled: (label, text) => `${label}: ${text}`,
  inText: (state) => state.toLowerCase(),
  moment: (day, clock) => `${day}, ${clock}`,
  duration,
  spent: (state, time) => `${state}, ${time}`,
  more: plural("en", { one: "# more", other: "# more" }),
  outageTitle: neutralTitle,
  overDays: (what, days) => `${what} over ${days} days`,
  sinceDay: (what, day) => `${what} since ${day}`,
  availability: "availability",
  median: (time) => `${time} median`,
  under: (time) => `under ${time}`,

  frame: {
    skip: "Skip to content",
    currentStatus: "Current status",
    history: "History",
    zone: (zone) => `All times in ${zone}`,
    language: "Language",
    getUpdates: "Get updates",
    email: "Email",
    subscribe: "Subscribe",
    chooseComponents: "Choose components",
    feed: (format) => `${format} feed`,
    calendar: "Maintenance calendar",
  },

  embed: { close: "Close" },

  home: {
    noCurrentData: "No current data",
    operational: "All systems operational",
    noKnownProblems: "No known problems",
    nothingMonitored: "Nothing is monitored yet",
    noDataYet: "No data yet",
    maintenance: "Maintenance in progress",
    affectedSince: "{names} since {at}",
    checked: "Checked {at}",
    lastChecked: "Last checked {at}",
    wasOperational: "All systems were operational then.",
    components: "Components",
    paused: "Not currently monitored",
    lowest: (availability) => `Lowest ${availability}`,
    affectedOf: (count, total) => `${count} of ${total} affected`,
    daysAgo: plural("en", { one: "# day ago", other: "# days ago" }),
    today: "Today",
    lastDays: plural("en", { one: "Last day", other: "Last # days" }),
    older: "Older incidents",
    ongoingAbove: "Ongoing. See above.",
    seeComponents: "See the components above.",
    moreOutages: plural("en", { one: "And # more outage", other: "And # more outages" }),
  },

  incident: {
    ongoing: "Ongoing",
    recovered: "Recovered",
    since: "since {at}",
    lasted: "{at}, lasted {duration}",
    affects: (names) => `affects ${names}`,
    nextUpdate: "Next update by {at}",
    missedUpdate: "The next update was due by {at}",
    after: (time) => `${time} after the start`,
    allUpdates: plural("en", { one: "# update", other: "All # updates" }),
    updates: "Updates",
    noUpdates: "No updates have been posted.",
    postMortem: "Post-mortem",
  },

  maintenance: {
    title: "Maintenance",
    planned: "Scheduled maintenance",
    span: "{from} to {to}",
    repeats: (pattern) => `Repeats ${patternSentence(pattern)}`,
    addToCalendar: "Add to calendar",
  },

  past: {
    incidents: "Past incidents",
    noIncidents: "No incidents.",
    noData: "No data.",
    notMonitored: "Not monitored yet.",
    notAll: "There are more incidents than this page lists.",
    earlierMonths: "Earlier months",
    laterMonths: "Later months",
    months: "Months",
    goToDate: "Go to a date",
    show: "Show",
  },

  component: {
    monitoredSince: (day) => `Monitored since ${day}`,
    downtime: (time) => `${time} of downtime`,
    daysWithDowntime: "Days with downtime",
    none: "None.",
    noDowntime: "No downtime",
    responseTime: "Response time",
    hours: plural("en", { one: "# hour", other: "# hours" }),
    days: plural("en", { one: "# day", other: "# days" }),
    percentile95: (time) => `${time} 95th percentile`,
    calendar: "Calendar",
  },

  zone: {
    title: "Time zone",
    about: "Show times on this page in",
    save: "Save",
  },

  missing: {
    title: "Page not found",
    text: "There's nothing at this address.",
    seeStatus: "See the current status",
  },

  aged: {
    updated: "Last updated on {at}.",
    reason:
      "This page hasn't been able to refresh since then and may be out of date. It will update as soon as possible.",
  },

  access: {
    askPassword: "Enter the password to view this page",
    private: "This page is private",
    askLink: "Ask the person who shared this address for an access link.",
    password: "Password",
    wrong: "Wrong password. Try again.",
    submit: "Continue",
  },

  subscription: {
    title: "Get updates by email",
    about:
      "We'll email you when an incident is reported, updated, or resolved, and about scheduled maintenance.",
    address: "Email address",
    invalid: "Enter a valid email address, such as ada@example.com.",
    consent:
      "We'll email you a link to confirm your subscription. You can unsubscribe from any email with one click.",
    choose: "Choose what you get",
    kinds: "Updates about",
    bothKinds: "Leave both unchecked to get both.",
    incidents: "Incidents",
    chooseNone: "Leave all unchecked to get updates about everything, including components added later.",
    allOf: (group) => `All of ${group}`,
    asked: {
      title: "Check your inbox",
      text: "We've sent an email to {email}. Open its link to confirm your subscription. Until then, we won't send you anything else.",
      missing:
        "Didn't get it after a few minutes? Check your spam folder. We send at most one confirmation email a day.",
    },
    back: "Back to the status page",
    confirm: {
      title: "Confirm your subscription",
      text: "We'll send you updates about incidents and scheduled maintenance. You can unsubscribe at any time.",
      submit: "Confirm",
    },
    confirmed: {
      title: "You're subscribed",
      text: "We'll send you updates from now on. Every one has a link to unsubscribe.",
    },
    manage: {
      title: "Your subscription",
      text: "Updates are sent to {email}.",
      saved: "Saved.",
      save: "Save",
    },
    leave: {
      title: "Unsubscribe",
      text: "You won't get any more updates, and your address will be deleted.",
    },
    left: {
      title: "You're unsubscribed",
      text: "You won't get any more updates, and your address has been deleted.",
    },
    stale: {
      title: "This link no longer works",
      text: "The subscription may have ended, or it wasn't confirmed within seven days.",
      again: "Subscribe again",
    },
  },

  webhook: webhookWords.en,

  refusal: refusalWords.en,

  mail: {
    since: "Since",
    affects: "Affects",
    nextUpdate: "Next update by",
    lasted: "Lasted",
    from: "From",
    to: "To",
    viewIncident: "View incident",
    viewMaintenance: "View maintenance",
    viewPage: "View status page",
    windows: {
      scheduled: "Maintenance scheduled",
      reminder: "Maintenance reminder",
      in_progress: "Maintenance started",
      completed: "Maintenance completed",
      cancelled: "Maintenance canceled",
    },
    reason: (page) => `You're subscribed to ${page}`,
    manage: "Manage subscription",
    unsubscribe: "Unsubscribe",
    confirm: {
      title: (page) => `Confirm your subscription to ${page}`,
      asked: (page) =>
        `Someone, probably you, asked to get emails about incidents and maintenance from ${page}.`,
      ignore:
        "No updates are sent until you confirm. If this wasn't you, ignore this email. Your address is deleted after seven days.",
      submit: "Confirm subscription",
    },
    known: {
      title: (page) => `You're already subscribed to ${page}`,
      text: "Someone, probably you, asked to subscribe again. Nothing has changed.",
    },
  },

  feed: {
    affects: (names) => `Affects ${names}.`,
    span: (from, to) => `From ${from} to ${to}.`,
    since: (from) => `Since ${from}.`,
    calendar: (page) => `${page}: maintenance`,
  },
};
