import { durations } from "./durations";
import { outageTitles } from "./outage-titles";
import { plural } from "./plural";
import { refusalWords } from "./refusal-words";
import { repeats } from "./repeats";
import { webhookWords } from "./webhook-words";
import type { Words } from "./words";

const ORDINALS: Record<number, string> = {
  1: "ersten",
  2: "zweiten",
  3: "dritten",
  4: "vierten",
  5: "fünften",
};

export const de: Words = {
  states: {
    empty: "Keine Daten",
    operational: "Betriebsbereit",
    maintenance: "In Wartung",
    degraded_performance: "Eingeschränkte Leistung",
    partial_outage: "Teilausfall",
    major_outage: "Schwerer Ausfall",
  },
  progress: {
    unknown: "Gemeldet",
    investigating: "Wird untersucht",
    identified: "Ursache gefunden",
    monitoring: "Wird beobachtet",
    resolved: "Behoben",
  },
  windows: { scheduled: "Geplant", in_progress: "Läuft", completed: "Abgeschlossen" },
  labeled: (label, text) => `${label}: ${text}`,
  reported: (state, title) => `${state}: ${title}`,
  inText: (state) => state,
  moment: (day, clock) => `${day}, ${clock}`,
  duration: durations("de", { units: "short", joint: " ", days: "long" }),
  spent: (state, time) => `${state}, ${time}`,
  more: plural("de", { one: "# weitere", other: "# weitere" }),
  outageTitle: outageTitles("de", {
    service: "Unser Dienst",
    others: plural("de", { one: "# weitere Komponente", other: "# weitere Komponenten" }),
    down: (subject) => `${subject} nicht verfügbar`,
    partial: (subject) => `${subject} teilweise nicht verfügbar`,
    degraded: (subject) => `${subject} mit eingeschränkter Leistung`,
    maintenance: (subject) => `${subject} in Wartung`,
    notice: (subject) => `Hinweis: ${subject}`,
  }),
  overDays: (what, days) => `${what} in ${days} Tagen`,
  sinceDay: (what, day) => `${what} seit ${day}`,
  availability: "Verfügbarkeit",
  median: (time) => `${time} im Median`,
  under: (time) => `unter ${time}`,

  frame: {
    skip: "Zum Inhalt springen",
    currentStatus: "Aktueller Status",
    history: "Verlauf",
    zone: (zone) => `Alle Zeiten in ${zone}`,
    language: "Sprache",
    theme: "Darstellung",
    themes: { all: "System", light: "Hell", dark: "Dunkel" },
    getUpdates: "Updates erhalten",
    email: "E-Mail",
    subscribe: "Abonnieren",
    chooseComponents: "Komponenten auswählen",
    feed: (format) => `${format}-Feed`,
    calendar: "Wartungskalender",
  },

  embed: { close: "Schließen" },

  home: {
    noCurrentData: "Keine aktuellen Daten",
    operational: "Alle Systeme betriebsbereit",
    noKnownProblems: "Keine bekannten Störungen",
    nothingMonitored: "Es wird noch nichts überwacht",
    noDataYet: "Noch keine Daten",
    maintenance: "Wartung läuft",
    affectedSince: "{names} seit {at}",
    checked: "Geprüft: {at}",
    lastChecked: "Zuletzt geprüft: {at}",
    wasOperational: "Zu diesem Zeitpunkt waren alle Systeme betriebsbereit.",
    components: "Komponenten",
    paused: "Derzeit nicht überwacht",
    lowest: (availability) => `Niedrigster Wert: ${availability}`,
    affectedOf: (count, total) => `${count} von ${total} betroffen`,
    daysAgo: plural("de", { one: "Vor # Tag", other: "Vor # Tagen" }),
    today: "Heute",
    lastDays: plural("de", { one: "Letzter Tag", other: "Letzte # Tage" }),
    older: "Ältere Vorfälle",
    seeComponents: "Siehe Komponenten oben.",
    moreOutages: plural("de", { one: "Und # weiterer Ausfall", other: "Und # weitere Ausfälle" }),
  },

  incident: {
    ongoing: "Andauernd",
    closed: "Geschlossen",
    since: "seit {at}",
    lasted: "{at}, Dauer: {duration}",
    affects: (names) => `betrifft ${names}`,
    nextUpdate: "Nächstes Update bis {at}",
    missedUpdate: "Das nächste Update war bis {at} angekündigt",
    after: (time) => `${time} nach Beginn`,
    allUpdates: plural("de", { one: "# Update", other: "Alle # Updates" }),
    updates: "Updates",
    noUpdates: "Es wurden keine Updates veröffentlicht.",
    postMortem: "Nachbericht",
  },

  maintenance: {
    title: "Wartung",
    planned: "Geplante Wartung",
    span: "{from} bis {to}",
    repeats: repeats("de", {
      repeats: (days) => `Wiederholt sich ${days}`,
      rule: (rule) => `Wiederholt sich nach der Regel ${rule}`,
      joint: ", ",
      weekdays: ["Sonntag", "Montag", "Dienstag", "Mittwoch", "Donnerstag", "Freitag", "Samstag"],
      days: plural("de", { one: "täglich", other: "alle # Tage" }),
      workingDays: "von Montag bis Freitag",
      weeks: (every, weekdays) => (every === 1 ? `jeden ${weekdays}` : `alle ${every} Wochen am ${weekdays}`),
      months: plural("de", { one: "jeden Monat", other: "alle # Monate" }),
      dayOf: (day, months) => `${months} am ${day}.`,
      lastDayOf: (months) => `${months} am letzten Tag`,
      weekdayOf: (place, name, months) => `${months} am ${ORDINALS[place] ?? "letzten"} ${name}`,
      years: (every, date) => (every === 1 ? `jedes Jahr am ${date}` : `alle ${every} Jahre am ${date}`),
      nights: plural("de", { one: "am nächsten Tag", other: "# Tage später" }),
      times: plural("de", { one: "einmal", other: "#-mal" }),
      until: (date) => `bis ${date}`,
    }),
    addToCalendar: "Zum Kalender hinzufügen",
  },

  past: {
    incidents: "Frühere Vorfälle",
    noIncidents: "Keine Vorfälle.",
    noData: "Keine Daten.",
    notMonitored: "Noch nicht überwacht.",
    notAll: "Es gibt mehr Vorfälle, als diese Seite auflistet.",
    earlierMonths: "Frühere Monate",
    laterMonths: "Spätere Monate",
    months: "Monate",
    goToDate: "Zu einem Datum",
    show: "Anzeigen",
  },

  component: {
    monitoredSince: (day) => `Überwacht seit ${day}`,
    downtime: (time) => `${time} Ausfallzeit`,
    daysWithProblems: "Tage mit Störungen",
    none: "Keine.",
    noDowntime: "Keine Ausfallzeit",
    responseTime: "Antwortzeit",
    hours: plural("de", { one: "# Stunde", other: "# Stunden" }),
    days: plural("de", { one: "# Tag", other: "# Tage" }),
    percentile95: (time) => `95. Perzentil ${time}`,
    calendar: "Kalender",
  },

  zone: { title: "Zeitzone", about: "Zeiten auf dieser Seite anzeigen in", save: "Speichern" },

  missing: {
    title: "Seite nicht gefunden",
    text: "Unter dieser Adresse gibt es nichts.",
    seeStatus: "Aktuellen Status ansehen",
  },

  aged: {
    updated: "Zuletzt aktualisiert: {at}.",
    reason:
      "Diese Seite konnte seitdem nicht aktualisiert werden und ist möglicherweise veraltet. Sie wird so bald wie möglich aktualisiert.",
  },

  access: {
    askPassword: "Geben Sie das Passwort ein, um diese Seite zu sehen",
    private: "Diese Seite ist privat",
    askLink: "Bitten Sie die Person, von der Sie diese Adresse haben, um einen Zugangslink.",
    password: "Passwort",
    wrong: "Falsches Passwort. Versuchen Sie es erneut.",
    submit: "Weiter",
  },

  subscription: {
    title: "Updates per E-Mail",
    about:
      "Sie erhalten eine E-Mail, wenn ein Vorfall gemeldet, aktualisiert oder behoben wird, und zu geplanten Wartungen.",
    address: "E-Mail-Adresse",
    invalid: "Geben Sie eine gültige E-Mail-Adresse ein, zum Beispiel ada@example.com.",
    consent:
      "Sie erhalten per E-Mail einen Link, mit dem Sie Ihr Abo bestätigen. Abmelden können Sie sich in jeder E-Mail mit einem Klick.",
    choose: "Auswählen, was Sie erhalten",
    kinds: "Themen",
    bothKinds: "Wählen Sie keines aus, um beides zu erhalten.",
    incidents: "Vorfälle",
    chooseNone: "Wählen Sie nichts aus, um über alles informiert zu werden, auch über neue Komponenten.",
    allOf: (group) => `Alle aus ${group}`,
    asked: {
      title: "Prüfen Sie Ihren Posteingang",
      text: "Wir senden eine E-Mail an {email}, falls wir das in den letzten 24 Stunden noch nicht getan haben. Öffnen Sie den Link darin, um Ihr Abo zu bestätigen. Bis dahin senden wir Ihnen nichts weiter.",
      missing:
        "Nach einigen Minuten noch nichts da? Sehen Sie im Spam-Ordner nach. Wir senden höchstens eine Bestätigungs-E-Mail pro Tag.",
    },
    back: "Zurück zur Statusseite",
    confirm: {
      title: "Abo bestätigen",
      text: "Sie erhalten Updates zu Vorfällen und geplanten Wartungen. Sie können sich jederzeit abmelden.",
      submit: "Bestätigen",
    },
    confirmed: {
      title: "Abo bestätigt",
      text: "Ab jetzt erhalten Sie Updates. Jedes enthält einen Link zum Abmelden.",
    },
    manage: { title: "Ihr Abo", text: "Updates gehen an {email}.", saved: "Gespeichert.", save: "Speichern" },
    leave: { title: "Abmelden", text: "Sie erhalten keine Updates mehr, und Ihre Adresse wird gelöscht." },
    left: {
      title: "Sie sind abgemeldet",
      text: "Sie erhalten keine Updates mehr. Ihre Adresse wurde gelöscht.",
    },
    stale: {
      title: "Dieser Link funktioniert nicht mehr",
      text: "Das Abo ist beendet, oder es wurde nicht innerhalb von sieben Tagen bestätigt.",
      again: "Erneut abonnieren",
    },
  },

  webhook: webhookWords.de,

  refusal: refusalWords.de,

  mail: {
    since: "Seit",
    affects: "Betrifft",
    nextUpdate: "Nächstes Update bis",
    lasted: "Dauer",
    from: "Von",
    to: "Bis",
    removed: "Der Vorfall wurde von dieser Seite entfernt.",
    viewIncident: "Vorfall ansehen",
    viewMaintenance: "Wartung ansehen",
    viewPage: "Statusseite ansehen",
    windows: {
      scheduled: "Wartung geplant",
      reminder: "Erinnerung an Wartung",
      in_progress: "Wartung begonnen",
      completed: "Wartung abgeschlossen",
      cancelled: "Wartung abgesagt",
    },
    reason: (page) => `Sie haben ${page} abonniert`,
    manage: "Abo verwalten",
    unsubscribe: "Abmelden",
    confirm: {
      title: (page) => `Bestätigen Sie Ihr Abo von ${page}`,
      asked: (page) =>
        `Jemand, vermutlich Sie, möchte E-Mails zu Vorfällen und Wartungen von ${page} erhalten.`,
      ignore:
        "Wir senden keine Updates, bis Sie bestätigen. Wenn Sie das nicht waren, ignorieren Sie diese E-Mail. Ihre Adresse wird nach sieben Tagen gelöscht.",
      submit: "Abo bestätigen",
    },
    known: {
      title: (page) => `Sie haben ${page} bereits abonniert`,
      text: "Jemand, vermutlich Sie, wollte erneut abonnieren. Es hat sich nichts geändert.",
    },
  },

  feed: {
    about: "Dies ist ein Feed. Kopieren Sie die Adresse in Ihren Feedreader, um Updates zu erhalten.",
    affects: (names) => `Betrifft ${names}.`,
    span: (from, to) => `Von ${from} bis ${to}.`,
    since: (from) => `Seit ${from}.`,
    calendar: (page) => `${page}: Wartung`,
  },
};
