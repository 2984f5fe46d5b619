import { durations } from "./durations";
import { outageTitles } from "./outage-titles";
import { plural } from "./plural";
import { refusalWords } from "./refusal-words";
import { repeats } from "./repeats";
import { webhookWords } from "./webhook-words";
import type { Words } from "./words";

const ORDINALS: Record<number, string> = { 1: "eerste", 2: "tweede", 3: "derde", 4: "vierde", 5: "vijfde" };

export const nl: Words = {
  states: {
    empty: "Geen gegevens",
    operational: "Operationeel",
    maintenance: "In onderhoud",
    degraded_performance: "Verminderde prestaties",
    partial_outage: "Gedeeltelijke storing",
    major_outage: "Grote storing",
  },
  progress: {
    unknown: "Gemeld",
    investigating: "Wordt onderzocht",
    identified: "Oorzaak gevonden",
    monitoring: "Wordt gevolgd",
    resolved: "Opgelost",
  },
  windows: { scheduled: "Gepland", in_progress: "Bezig", completed: "Voltooid" },
  labeled: (label, text) => `${label}: ${text}`,
  reported: (state, title) => `${title} (${state.toLowerCase()})`,
  inText: (state) => state.toLowerCase(),
  moment: (day, clock) => `${day}, ${clock}`,
  duration: durations("nl", { units: "short", joint: " " }),
  spent: (state, time) => `${state}, ${time}`,
  more: plural("nl", { one: "nog #", other: "nog #" }),
  outageTitle: outageTitles("nl", {
    service: "onze dienst",
    others: plural("nl", { one: "nog # onderdeel", other: "nog # onderdelen" }),
    down: (subject) => `Niet beschikbaar: ${subject}`,
    partial: (subject) => `Gedeeltelijk niet beschikbaar: ${subject}`,
    degraded: (subject) => `Verminderde prestaties: ${subject}`,
    maintenance: (subject) => `Onderhoud: ${subject}`,
    notice: (subject) => `Mededeling: ${subject}`,
  }),
  overDays: (what, days) => `${what} in ${days} dagen`,
  sinceDay: (what, day) => `${what} sinds ${day}`,
  availability: "beschikbaarheid",
  median: (time) => `mediaan ${time}`,
  under: (time) => `minder dan ${time}`,

  frame: {
    skip: "Naar de inhoud",
    currentStatus: "Huidige status",
    history: "Geschiedenis",
    zone: (zone) => `Alle tijden in ${zone}`,
    language: "Taal",
    theme: "Thema",
    themes: { all: "Systeem", light: "Licht", dark: "Donker" },
    getUpdates: "Updates ontvangen",
    email: "E-mail",
    subscribe: "Abonneren",
    chooseComponents: "Onderdelen kiezen",
    feed: (format) => `${format}-feed`,
    calendar: "Onderhoudskalender",
  },

  embed: { close: "Sluiten" },

  home: {
    noCurrentData: "Geen actuele gegevens",
    operational: "Alle systemen operationeel",
    noKnownProblems: "Geen bekende storingen",
    nothingMonitored: "Er wordt nog niets bewaakt",
    noDataYet: "Nog geen gegevens",
    maintenance: "Onderhoud bezig",
    affectedSince: "{names} sinds {at}",
    checked: "Gecontroleerd: {at}",
    lastChecked: "Laatst gecontroleerd: {at}",
    wasOperational: "Toen waren alle systemen operationeel.",
    components: "Onderdelen",
    paused: "Wordt nu niet bewaakt",
    lowest: (availability) => `Laagste: ${availability}`,
    affectedOf: (count, total) => `${count} van ${total} getroffen`,
    daysAgo: plural("nl", { one: "# dag geleden", other: "# dagen geleden" }),
    today: "Vandaag",
    lastDays: plural("nl", { one: "Afgelopen dag", other: "Afgelopen # dagen" }),
    older: "Oudere incidenten",
    seeComponents: "Zie de onderdelen hierboven.",
    moreOutages: plural("nl", { one: "En nog # storing", other: "En nog # storingen" }),
  },

  incident: {
    ongoing: "Gaande",
    closed: "Gesloten",
    since: "sinds {at}",
    lasted: "{at}, duur: {duration}",
    affects: (names) => `betreft ${names}`,
    nextUpdate: "Volgende update uiterlijk {at}",
    missedUpdate: "De volgende update was beloofd voor {at}",
    after: (time) => `${time} na het begin`,
    allUpdates: plural("nl", { one: "# update", other: "Alle # updates" }),
    updates: "Updates",
    noUpdates: "Er zijn geen updates geplaatst.",
    postMortem: "Evaluatie",
  },

  maintenance: {
    title: "Onderhoud",
    planned: "Gepland onderhoud",
    span: "{from} tot {to}",
    repeats: repeats("nl", {
      repeats: (days) => `Herhaalt zich ${days}`,
      rule: (rule) => `Herhaalt zich volgens de regel ${rule}`,
      joint: ", ",
      weekdays: ["zondag", "maandag", "dinsdag", "woensdag", "donderdag", "vrijdag", "zaterdag"],
      days: plural("nl", { one: "elke dag", other: "elke # dagen" }),
      workingDays: "van maandag tot en met vrijdag",
      weeks: (every, weekdays) => (every === 1 ? `elke ${weekdays}` : `elke ${every} weken op ${weekdays}`),
      months: plural("nl", { one: "elke maand", other: "elke # maanden" }),
      dayOf: (day, months) => `${months} op dag ${day}`,
      lastDayOf: (months) => `${months} op de laatste dag`,
      weekdayOf: (place, name, months) => `${months} op de ${ORDINALS[place] ?? "laatste"} ${name}`,
      years: (every, date) => (every === 1 ? `elk jaar op ${date}` : `elke ${every} jaar op ${date}`),
      nights: plural("nl", { one: "de volgende dag", other: "# dagen later" }),
      times: plural("nl", { one: "één keer", other: "# keer" }),
      until: (date) => `tot en met ${date}`,
    }),
    addToCalendar: "Toevoegen aan agenda",
  },

  past: {
    incidents: "Eerdere incidenten",
    noIncidents: "Geen incidenten.",
    noData: "Geen gegevens.",
    notMonitored: "Nog niet bewaakt.",
    notAll: "Er zijn meer incidenten dan deze pagina toont.",
    earlierMonths: "Eerdere maanden",
    laterMonths: "Latere maanden",
    months: "Maanden",
    goToDate: "Naar een datum",
    show: "Tonen",
  },

  component: {
    monitoredSince: (day) => `Bewaakt sinds ${day}`,
    downtime: (time) => `${time} uitval`,
    daysWithProblems: "Dagen met problemen",
    none: "Geen.",
    noDowntime: "Geen uitval",
    responseTime: "Responstijd",
    hours: plural("nl", { one: "# uur", other: "# uur" }),
    days: plural("nl", { one: "# dag", other: "# dagen" }),
    percentile95: (time) => `95e percentiel ${time}`,
    calendar: "Kalender",
  },

  zone: { title: "Tijdzone", about: "Tijden op deze pagina tonen in", save: "Opslaan" },

  missing: {
    title: "Pagina niet gevonden",
    text: "Er staat niets op dit adres.",
    seeStatus: "Huidige status bekijken",
  },

  aged: {
    updated: "Laatst bijgewerkt: {at}.",
    reason:
      "Deze pagina kon sindsdien niet worden vernieuwd en is mogelijk verouderd. Ze wordt zo snel mogelijk bijgewerkt.",
  },

  access: {
    askPassword: "Voer het wachtwoord in om deze pagina te bekijken",
    private: "Deze pagina is privé",
    askLink: "Vraag degene van wie u dit adres hebt om een toegangslink.",
    password: "Wachtwoord",
    wrong: "Onjuist wachtwoord. Probeer het opnieuw.",
    submit: "Doorgaan",
  },

  subscription: {
    title: "Updates per e-mail",
    about:
      "U krijgt een e-mail wanneer een incident wordt gemeld, bijgewerkt of opgelost, en over gepland onderhoud.",
    address: "E-mailadres",
    invalid: "Voer een geldig e-mailadres in, zoals ada@example.com.",
    consent:
      "U krijgt per e-mail een link om uw abonnement te bevestigen. Met één klik in elke e-mail meldt u zich weer af.",
    choose: "Kiezen wat u ontvangt",
    kinds: "Updates over",
    bothKinds: "Vink niets aan om beide te ontvangen.",
    incidents: "Incidenten",
    chooseNone:
      "Vink niets aan om updates over alles te krijgen, ook over onderdelen die later worden toegevoegd.",
    allOf: (group) => `De hele groep ${group}`,
    asked: {
      title: "Controleer uw inbox",
      text: "We sturen een e-mail naar {email}, tenzij we dat in de afgelopen 24 uur al hebben gedaan. Open de link om uw abonnement te bevestigen. Tot die tijd sturen we u niets anders.",
      missing:
        "Na een paar minuten nog niets ontvangen? Kijk in uw spammap. We sturen hoogstens één bevestigingsmail per dag.",
    },
    back: "Terug naar de statuspagina",
    confirm: {
      title: "Bevestig uw abonnement",
      text: "U krijgt updates over incidenten en gepland onderhoud. U kunt zich op elk moment afmelden.",
      submit: "Bevestigen",
    },
    confirmed: {
      title: "Uw abonnement is bevestigd",
      text: "Vanaf nu krijgt u updates. Elke update bevat een link om u af te melden.",
    },
    manage: {
      title: "Uw abonnement",
      text: "Updates gaan naar {email}.",
      saved: "Opgeslagen.",
      save: "Opslaan",
    },
    leave: { title: "Afmelden", text: "U krijgt geen updates meer en uw adres wordt verwijderd." },
    left: { title: "U bent afgemeld", text: "U krijgt geen updates meer en uw adres is verwijderd." },
    stale: {
      title: "Deze link werkt niet meer",
      text: "Het abonnement is beëindigd of werd niet binnen zeven dagen bevestigd.",
      again: "Opnieuw abonneren",
    },
  },

  webhook: webhookWords.nl,

  refusal: refusalWords.nl,

  mail: {
    since: "Sinds",
    affects: "Betreft",
    nextUpdate: "Volgende update uiterlijk",
    lasted: "Duur",
    from: "Van",
    to: "Tot",
    removed: "Het incident is van deze pagina verwijderd.",
    viewIncident: "Incident bekijken",
    viewMaintenance: "Onderhoud bekijken",
    viewPage: "Statuspagina bekijken",
    windows: {
      scheduled: "Onderhoud gepland",
      reminder: "Herinnering aan onderhoud",
      in_progress: "Onderhoud begonnen",
      completed: "Onderhoud voltooid",
      cancelled: "Onderhoud geannuleerd",
    },
    reason: (page) => `U bent geabonneerd op ${page}`,
    manage: "Abonnement beheren",
    unsubscribe: "Afmelden",
    confirm: {
      title: (page) => `Bevestig uw abonnement op ${page}`,
      asked: (page) =>
        `Iemand, waarschijnlijk u, heeft gevraagd om e-mails over incidenten en onderhoud van ${page}.`,
      ignore:
        "We sturen geen updates totdat u bevestigt. Was u dit niet, negeer deze e-mail dan. Uw adres wordt na zeven dagen verwijderd.",
      submit: "Abonnement bevestigen",
    },
    known: {
      title: (page) => `U bent al geabonneerd op ${page}`,
      text: "Iemand, waarschijnlijk u, vroeg opnieuw een abonnement aan. Er is niets veranderd.",
    },
  },

  feed: {
    about: "Dit is een feed. Kopieer het adres naar uw feedlezer om updates te ontvangen.",
    affects: (names) => `Betreft ${names}.`,
    span: (from, to) => `Van ${from} tot ${to}.`,
    since: (from) => `Sinds ${from}.`,
    calendar: (page) => `${page}: onderhoud`,
  },
};
