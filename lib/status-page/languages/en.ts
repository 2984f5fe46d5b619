import { duration } from "@/lib/domain/core/wording";
import type { RecurrencePattern } from "@/lib/domain/maintenance/recurrence-pattern";
import { patternSentence } from "@/lib/domain/maintenance/recurrence-words";
import { neutralTitle } from "@/lib/domain/status-pages/public-title";
import { plural } from "./plural";
import { refusalWords } from "./refusal-words";
import { webhookWords } from "./webhook-words";

export const en = {
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
  /** Returns a name with what it is or says: `Resolved: Checkout is slow`. */
  labeled: (label: string, text: string) => `${label}: ${text}`,
  /** Returns the title of news about an incident. Where titles have colons themselves, the state follows. */
  reported: (state: string, title: string) => `${state}: ${title}`,
  /** Returns a state as it reads within a sentence or badge. */
  inText: (state: string) => state.toLowerCase(),
  /** Joins a day and a time. */
  moment: (day: string, clock: string) => `${day}, ${clock}`,
  duration,
  /** Says how long a state lasted: `Major outage, 12 min`. */
  spent: (state: string, time: string) => `${state}, ${time}`,
  /** Stands for the last names of a long list. */
  more: plural("en", { one: "# more", other: "# more" }),
  /** Returns the title of an incident without an update: what is affected and how. */
  outageTitle: neutralTitle,
  /** `what` is a percentage, or what is measured. */
  overDays: (what: string, days: number) => `${what} over ${days} days`,
  sinceDay: (what: string, day: string) => `${what} since ${day}`,
  availability: "availability",
  median: (time: string) => `${time} median`,
  /** `time` is one millisecond. */
  under: (time: string) => `under ${time}`,

  frame: {
    skip: "Skip to content",
    currentStatus: "Current status",
    history: "History",
    zone: (zone: string) => `All times in ${zone}`,
    /** The one-word name of the page's language switch. */
    language: "Language",
    /** The name of the switch between the themes. */
    theme: "Theme",
    themes: { all: "System", light: "Light", dark: "Dark" },
    getUpdates: "Get updates",
    email: "Email",
    subscribe: "Subscribe",
    chooseComponents: "Choose components",
    /** `format` is RSS, Atom, or JSON. */
    feed: (format: string) => `${format} feed`,
    calendar: "Maintenance calendar",
  },

  embed: {
    /** The name of the button that closes the notice. */
    close: "Close",
  },

  home: {
    noCurrentData: "No current data",
    operational: "All systems operational",
    noKnownProblems: "No known problems",
    nothingMonitored: "Nothing is monitored yet",
    noDataYet: "No data yet",
    maintenance: "Maintenance in progress",
    /** `names` are the affected components. */
    affectedSince: "{names} since {at}",
    checked: "Checked {at}",
    lastChecked: "Last checked {at}",
    wasOperational: "All systems were operational then.",
    components: "Components",
    paused: "Not currently monitored",
    lowest: (availability: string) => `Lowest ${availability}`,
    affectedOf: (count: number, total: number) => `${count} of ${total} affected`,
    daysAgo: plural("en", { one: "# day ago", other: "# days ago" }),
    today: "Today",
    lastDays: plural("en", { one: "Last day", other: "Last # days" }),
    older: "Older incidents",
    seeComponents: "See the components above.",
    moreOutages: plural("en", { one: "And # more outage", other: "And # more outages" }),
  },

  incident: {
    ongoing: "Ongoing",
    closed: "Closed",
    since: "since {at}",
    lasted: "{at}, lasted {duration}",
    affects: (names: string) => `affects ${names}`,
    nextUpdate: "Next update by {at}",
    missedUpdate: "The next update was due by {at}",
    after: (time: string) => `${time} after the start`,
    allUpdates: plural("en", { one: "# update", other: "All # updates" }),
    updates: "Updates",
    noUpdates: "No updates have been posted.",
    postMortem: "Post-mortem",
  },

  maintenance: {
    title: "Maintenance",
    planned: "Scheduled maintenance",
    span: "{from} to {to}",
    repeats: (pattern: RecurrencePattern) => `Repeats ${patternSentence(pattern)}`,
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
    /** Names the links to other months. */
    months: "Months",
    goToDate: "Go to a date",
    show: "Show",
  },

  component: {
    monitoredSince: (day: string) => `Monitored since ${day}`,
    downtime: (time: string) => `${time} of downtime`,
    daysWithProblems: "Days with problems",
    none: "None.",
    noDowntime: "No downtime",
    responseTime: "Response time",
    hours: plural("en", { one: "# hour", other: "# hours" }),
    days: plural("en", { one: "# day", other: "# days" }),
    percentile95: (time: string) => `${time} 95th percentile`,
    calendar: "Calendar",
  },

  /** The form in which visitors choose the zone of times. */
  zone: { title: "Time zone", about: "Show times on this page in", save: "Save" },

  missing: {
    title: "Page not found",
    text: "There's nothing at this address.",
    seeStatus: "See the current status",
  },

  /** The notice on a page that couldn't be refreshed. */
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
    /** Opens the choice of kinds and components. */
    choose: "Choose what you get",
    kinds: "Updates about",
    bothKinds: "Leave both unchecked to get both.",
    incidents: "Incidents",
    chooseNone: "Leave all unchecked to get updates about everything, including components added later.",
    /** Chooses a group, with components added to it later. */
    allOf: (group: string) => `All of ${group}`,
    asked: {
      title: "Check your inbox",
      text: "We're emailing {email} a link to confirm your subscription, unless we did so within the last 24 hours. Until you open it, we won't send you anything else.",
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
      text: "We'll send you updates from now on. Each has an unsubscribe link.",
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
    removed: "The incident was removed from this page.",
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
    reason: (page: string) => `You're subscribed to ${page}`,
    manage: "Manage subscription",
    unsubscribe: "Unsubscribe",
    confirm: {
      title: (page: string) => `Confirm your subscription to ${page}`,
      asked: (page: string) =>
        `Someone, probably you, asked to get emails about incidents and maintenance from ${page}.`,
      ignore:
        "No updates are sent until you confirm. If this wasn't you, ignore this email. Your address is deleted after seven days.",
      submit: "Confirm subscription",
    },
    known: {
      title: (page: string) => `You're already subscribed to ${page}`,
      text: "Someone, probably you, asked to subscribe again. Nothing has changed.",
    },
  },

  feed: {
    about: "This is a feed. To get updates, copy its address into your feed reader.",
    affects: (names: string) => `Affects ${names}.`,
    span: (from: string, to: string) => `From ${from} to ${to}.`,
    since: (from: string) => `Since ${from}.`,
    calendar: (page: string) => `${page}: maintenance`,
  },
} as const;
