import { durations } from "./durations";
import { outageTitles } from "./outage-titles";
import { plural } from "./plural";
import { refusalWords } from "./refusal-words";
import { repeats } from "./repeats";
import { webhookWords } from "./webhook-words";
import type { Words } from "./words";

const ORDINALS: Record<number, string> = { 1: "prim", 2: "second", 3: "terz", 4: "quart", 5: "quint" };

/** Returns `il primo lunedì`, `la prima domenica` or `l’ultimo martedì`. Only Sunday is feminine. */
function weekdayText(place: number, name: string, weekday: number): string {
  const end = weekday === 0 ? "a" : "o";
  const stem = ORDINALS[place];
  if (!stem) return `l’ultim${end} ${name}`;
  return `${weekday === 0 ? "la" : "il"} ${stem}${end} ${name}`;
}

/** Returns a date with the end of its preposition, as in `dal 3 marzo` and `dall’8 marzo`. */
function the(date: string): string {
  return /^(?:8|11) /.test(date) ? `ll’${date}` : `l ${date}`;
}

export const it: Words = {
  states: {
    empty: "Nessun dato",
    operational: "Operativo",
    maintenance: "In manutenzione",
    degraded_performance: "Prestazioni ridotte",
    partial_outage: "Interruzione parziale",
    major_outage: "Interruzione grave",
  },
  progress: {
    unknown: "Segnalato",
    investigating: "In analisi",
    identified: "Causa individuata",
    monitoring: "In osservazione",
    resolved: "Risolto",
  },
  windows: { scheduled: "Pianificata", in_progress: "In corso", completed: "Completata" },
  labeled: (label, text) => `${label}: ${text}`,
  reported: (state, title) => `${title} (${state.toLowerCase()})`,
  inText: (state) => state.toLowerCase(),
  moment: (day, clock) => `${day}, ${clock}`,
  duration: durations("it", { units: "short", joint: " " }),
  spent: (state, time) => `${state}, ${time}`,
  more: plural("it", { one: "un altro", other: "altri #" }),
  outageTitle: outageTitles("it", {
    service: "il nostro servizio",
    others: plural("it", { one: "un altro componente", other: "altri # componenti" }),
    down: (subject) => `Servizio non disponibile: ${subject}`,
    partial: (subject) => `Servizio parzialmente non disponibile: ${subject}`,
    degraded: (subject) => `Prestazioni ridotte: ${subject}`,
    maintenance: (subject) => `Manutenzione: ${subject}`,
    notice: (subject) => `Avviso: ${subject}`,
  }),
  overDays: (what, days) => `${what} in ${days} giorni`,
  sinceDay: (what, day) => `${what} da${the(day)}`,
  availability: "disponibilità",
  median: (time) => `mediana ${time}`,
  under: (time) => `meno di ${time}`,

  frame: {
    skip: "Vai al contenuto",
    currentStatus: "Stato attuale",
    history: "Cronologia",
    zone: (zone) => `Orari in ${zone}`,
    language: "Lingua",
    theme: "Tema",
    themes: { all: "Sistema", light: "Chiaro", dark: "Scuro" },
    getUpdates: "Ricevi aggiornamenti",
    email: "Email",
    subscribe: "Iscriviti",
    chooseComponents: "Scegli i componenti",
    feed: (format) => `Feed ${format}`,
    calendar: "Calendario delle manutenzioni",
  },

  embed: { close: "Chiudi" },

  home: {
    noCurrentData: "Nessun dato recente",
    operational: "Tutti i sistemi sono operativi",
    noKnownProblems: "Nessun problema noto",
    nothingMonitored: "Nessun servizio è ancora monitorato",
    noDataYet: "Ancora nessun dato",
    maintenance: "Manutenzione in corso",
    affectedSince: "{names}, inizio: {at}",
    checked: "Verificato: {at}",
    lastChecked: "Ultima verifica: {at}",
    wasOperational: "In quel momento tutti i sistemi erano operativi.",
    components: "Componenti",
    paused: "Al momento non monitorato",
    lowest: (availability) => `Minimo: ${availability}`,
    affectedOf: (count, total) => `${count} su ${total} con problemi`,
    daysAgo: plural("it", { one: "# giorno fa", other: "# giorni fa" }),
    today: "Oggi",
    lastDays: plural("it", { one: "Ultimo giorno", other: "Ultimi # giorni" }),
    older: "Incidenti precedenti",
    seeComponents: "Vedi i componenti sopra.",
    moreOutages: plural("it", { one: "E un’altra interruzione", other: "E altre # interruzioni" }),
  },

  incident: {
    ongoing: "In corso",
    closed: "Chiuso",
    since: "inizio: {at}",
    lasted: "{at}, durata: {duration}",
    affects: (names) => `riguarda ${names}`,
    nextUpdate: "Prossimo aggiornamento entro: {at}",
    missedUpdate: "Il prossimo aggiornamento era previsto entro: {at}",
    after: (time) => `${time} dopo l’inizio`,
    // Before numbers that begin with a vowel, such as 8, 11, and 80, the article is `gli`.
    allUpdates: (count) =>
      plural("it", { one: "# aggiornamento", other: "Tutti i # aggiornamenti" })(count).replace(
        / i (?=8|11 )/,
        " gli ",
      ),
    updates: "Aggiornamenti",
    noUpdates: "Nessun aggiornamento pubblicato.",
    postMortem: "Analisi dell’incidente",
  },

  maintenance: {
    title: "Manutenzione",
    planned: "Manutenzione pianificata",
    span: "{from} – {to}",
    repeats: repeats("it", {
      repeats: (days) => `Si ripete ${days}`,
      rule: (rule) => `Si ripete secondo la regola ${rule}`,
      joint: ", ",
      weekdays: ["domenica", "lunedì", "martedì", "mercoledì", "giovedì", "venerdì", "sabato"],
      days: plural("it", { one: "ogni giorno", other: "ogni # giorni" }),
      workingDays: "dal lunedì al venerdì",
      weeks: (every, weekdays) => (every === 1 ? `ogni ${weekdays}` : `ogni ${every} settimane, ${weekdays}`),
      months: plural("it", { one: "ogni mese", other: "ogni # mesi" }),
      dayOf: (day, months) => `${months}, il giorno ${day}`,
      lastDayOf: (months) => `${months}, l’ultimo giorno`,
      weekdayOf: (place, name, months, weekday) => `${months}, ${weekdayText(place, name, weekday)}`,
      years: (every, date) => (every === 1 ? `ogni anno, ${date}` : `ogni ${every} anni, ${date}`),
      nights: plural("it", { one: "del giorno dopo", other: "# giorni dopo" }),
      times: plural("it", { one: "una volta", other: "# volte" }),
      until: (date) => `fino a${the(date)}`,
    }),
    addToCalendar: "Aggiungi al calendario",
  },

  past: {
    incidents: "Incidenti passati",
    noIncidents: "Nessun incidente.",
    noData: "Nessun dato.",
    notMonitored: "Non ancora monitorato.",
    notAll: "Ci sono più incidenti di quanti ne elenca questa pagina.",
    earlierMonths: "Mesi precedenti",
    laterMonths: "Mesi successivi",
    months: "Mesi",
    goToDate: "Vai a una data",
    show: "Mostra",
  },

  component: {
    monitoredSince: (day) => `Monitorato da${the(day)}`,
    downtime: (time) => `${time} di inattività`,
    daysWithProblems: "Giorni con problemi",
    none: "Nessuno.",
    noDowntime: "Nessuna inattività",
    responseTime: "Tempo di risposta",
    hours: plural("it", { one: "# ora", other: "# ore" }),
    days: plural("it", { one: "# giorno", other: "# giorni" }),
    percentile95: (time) => `95° percentile ${time}`,
    calendar: "Calendario",
  },

  zone: { title: "Fuso orario", about: "Mostra gli orari di questa pagina in", save: "Salva" },

  missing: {
    title: "Pagina non trovata",
    text: "Non c’è nulla a questo indirizzo.",
    seeStatus: "Vedi lo stato attuale",
  },

  aged: {
    updated: "Ultimo aggiornamento: {at}.",
    reason:
      "Da allora questa pagina non si è potuta aggiornare e potrebbe non essere attuale. Si aggiornerà appena possibile.",
  },

  access: {
    askPassword: "Inserisci la password per vedere questa pagina",
    private: "Questa pagina è privata",
    askLink: "Chiedi un link di accesso a chi ti ha dato questo indirizzo.",
    password: "Password",
    wrong: "Password errata. Riprova.",
    submit: "Continua",
  },

  subscription: {
    title: "Ricevi aggiornamenti via email",
    about:
      "Ti scriveremo quando un incidente viene segnalato, aggiornato o risolto, e per le manutenzioni pianificate.",
    address: "Indirizzo email",
    invalid: "Inserisci un indirizzo email valido, come ada@example.com.",
    consent:
      "Ti invieremo un link per confermare l’iscrizione. Potrai annullarla con un clic da qualsiasi email.",
    choose: "Scegli cosa ricevere",
    kinds: "Aggiornamenti su",
    bothKinds: "Non selezionare nulla per riceverli entrambi.",
    incidents: "Incidenti",
    chooseNone:
      "Non selezionare nulla per ricevere tutti gli aggiornamenti, anche sui componenti aggiunti in seguito.",
    allOf: (group) => `Tutto il gruppo ${group}`,
    asked: {
      title: "Controlla la posta in arrivo",
      text: "Inviamo un’email a {email}, a meno che non l’abbiamo già fatto nelle ultime 24 ore. Apri il link per confermare l’iscrizione. Fino ad allora non ti invieremo altro.",
      missing:
        "Non è arrivata dopo qualche minuto? Controlla la cartella dello spam. Inviamo al massimo un’email di conferma al giorno.",
    },
    back: "Torna alla pagina di stato",
    confirm: {
      title: "Conferma l’iscrizione",
      text: "Ti invieremo aggiornamenti su incidenti e manutenzioni pianificate. Puoi annullare l’iscrizione in qualsiasi momento.",
      submit: "Conferma",
    },
    confirmed: {
      title: "Iscrizione confermata",
      text: "Da ora riceverai gli aggiornamenti. Ognuno contiene un link per annullare l’iscrizione.",
    },
    manage: {
      title: "La tua iscrizione",
      text: "Gli aggiornamenti vengono inviati a {email}.",
      saved: "Salvato.",
      save: "Salva",
    },
    leave: {
      title: "Annulla l’iscrizione",
      text: "Non riceverai più aggiornamenti e il tuo indirizzo verrà eliminato.",
    },
    left: {
      title: "Iscrizione annullata",
      text: "Non riceverai più aggiornamenti e il tuo indirizzo è stato eliminato.",
    },
    stale: {
      title: "Questo link non funziona più",
      text: "L’iscrizione è terminata o non è stata confermata entro sette giorni.",
      again: "Iscriviti di nuovo",
    },
  },

  webhook: webhookWords.it,

  refusal: refusalWords.it,

  mail: {
    since: "Inizio",
    affects: "Riguarda",
    nextUpdate: "Prossimo aggiornamento entro",
    lasted: "Durata",
    from: "Dal",
    to: "Al",
    removed: "L’incidente è stato rimosso da questa pagina.",
    viewIncident: "Vedi l’incidente",
    viewMaintenance: "Vedi la manutenzione",
    viewPage: "Vedi la pagina di stato",
    windows: {
      scheduled: "Manutenzione pianificata",
      reminder: "Promemoria di manutenzione",
      in_progress: "Manutenzione iniziata",
      completed: "Manutenzione completata",
      cancelled: "Manutenzione annullata",
    },
    reason: (page) => `Hai un’iscrizione a ${page}`,
    manage: "Gestisci l’iscrizione",
    unsubscribe: "Annulla l’iscrizione",
    confirm: {
      title: (page) => `Conferma l’iscrizione a ${page}`,
      asked: (page) =>
        `Qualcuno, probabilmente tu, ha chiesto di ricevere email su incidenti e manutenzioni di ${page}.`,
      ignore:
        "Non invieremo aggiornamenti finché non confermi. Se non sei stato tu, ignora questa email. Il tuo indirizzo verrà eliminato dopo sette giorni.",
      submit: "Conferma l’iscrizione",
    },
    known: {
      title: (page) => `Hai già un’iscrizione a ${page}`,
      text: "Qualcuno, probabilmente tu, ha chiesto di iscriversi di nuovo. Non è cambiato nulla.",
    },
  },

  feed: {
    about: "Questo è un feed. Per ricevere gli aggiornamenti, copia l’indirizzo nel tuo lettore di feed.",
    affects: (names) => `Riguarda ${names}.`,
    span: (from, to) => `Da ${from} a ${to}.`,
    since: (from) => `Inizio: ${from}.`,
    calendar: (page) => `${page}: manutenzione`,
  },
};
