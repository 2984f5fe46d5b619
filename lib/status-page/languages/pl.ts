import { durations } from "./durations";
import { outageTitles } from "./outage-titles";
import { plural } from "./plural";
import { refusalWords } from "./refusal-words";
import { repeats } from "./repeats";
import { webhookWords } from "./webhook-words";
import type { Words } from "./words";

const ORDINALS: Record<number, string> = { 1: "pierwsz", 2: "drug", 3: "trzec", 4: "czwart", 5: "piąt" };

/** Returns `w pierwszy wtorek` or `w pierwszą środę`. Sunday, Wednesday and Saturday are feminine. */
function weekdayText(place: number, name: string, weekday: number): string {
  const isFeminine = weekday === 0 || weekday === 3 || weekday === 6;
  const end = isFeminine ? (place === 3 ? "ią" : "ą") : place === 2 || place === 3 ? "i" : "y";
  return `w ${ORDINALS[place] ?? "ostatni"}${ORDINALS[place] || isFeminine ? end : ""} ${name}`;
}

export const pl: Words = {
  states: {
    empty: "Brak danych",
    operational: "Działa",
    maintenance: "Prace serwisowe",
    degraded_performance: "Obniżona wydajność",
    partial_outage: "Częściowa awaria",
    major_outage: "Poważna awaria",
  },
  progress: {
    unknown: "Zgłoszono",
    investigating: "W trakcie analizy",
    identified: "Ustalono przyczynę",
    monitoring: "Pod obserwacją",
    resolved: "Rozwiązano",
  },
  windows: { scheduled: "Zaplanowane", in_progress: "W toku", completed: "Zakończone" },
  labeled: (label, text) => `${label}: ${text}`,
  reported: (state, title) => `${title} (${state.toLowerCase()})`,
  inText: (state) => state.toLowerCase(),
  moment: (day, clock) => `${day}, ${clock}`,
  duration: durations("pl", { units: "short", joint: " " }),
  spent: (state, time) => `${state}, ${time}`,
  more: plural("pl", { one: "# inny", few: "# inne", many: "# innych" }),
  outageTitle: outageTitles("pl", {
    service: "nasza usługa",
    others: plural("pl", { one: "# inny element", few: "# inne elementy", many: "# innych elementów" }),
    down: (subject) => `Niedostępność: ${subject}`,
    partial: (subject) => `Częściowa niedostępność: ${subject}`,
    degraded: (subject) => `Obniżona wydajność: ${subject}`,
    maintenance: (subject) => `Prace serwisowe: ${subject}`,
    notice: (subject) => `Komunikat: ${subject}`,
  }),
  overDays: (what, days) => `${what} w ciągu ${days} dni`,
  sinceDay: (what, day) => `${what} od ${day}`,
  availability: "dostępność",
  median: (time) => `mediana ${time}`,
  under: (time) => `poniżej ${time}`,

  frame: {
    skip: "Przejdź do treści",
    currentStatus: "Bieżący stan",
    history: "Historia",
    zone: (zone) => `Czas w strefie ${zone}`,
    language: "Język",
    theme: "Motyw",
    themes: { all: "Systemowy", light: "Jasny", dark: "Ciemny" },
    getUpdates: "Powiadomienia",
    email: "E-mail",
    subscribe: "Subskrybuj",
    chooseComponents: "Wybierz elementy",
    feed: (format) => `Kanał ${format}`,
    calendar: "Kalendarz prac serwisowych",
  },

  embed: { close: "Zamknij" },

  home: {
    noCurrentData: "Brak aktualnych danych",
    operational: "Wszystkie systemy działają",
    noKnownProblems: "Brak znanych problemów",
    nothingMonitored: "Nic nie jest jeszcze monitorowane",
    noDataYet: "Jeszcze brak danych",
    maintenance: "Trwają prace serwisowe",
    affectedSince: "{names} od {at}",
    checked: "Sprawdzono: {at}",
    lastChecked: "Ostatnie sprawdzenie: {at}",
    wasOperational: "Wtedy wszystkie systemy działały.",
    components: "Elementy",
    paused: "Obecnie niemonitorowane",
    lowest: (availability) => `Najniższa: ${availability}`,
    affectedOf: (count, total) => `Problemy: ${count} z ${total}`,
    daysAgo: plural("pl", { one: "# dzień temu", few: "# dni temu", many: "# dni temu" }),
    today: "Dziś",
    lastDays: plural("pl", { one: "Ostatni dzień", few: "Ostatnie # dni", many: "Ostatnie # dni" }),
    older: "Starsze incydenty",
    seeComponents: "Zobacz elementy powyżej.",
    moreOutages: plural("pl", {
      one: "I jeszcze # awaria",
      few: "I jeszcze # awarie",
      many: "I jeszcze # awarii",
    }),
  },

  incident: {
    ongoing: "Trwa",
    closed: "Zamknięto",
    since: "od {at}",
    lasted: "{at}, czas trwania: {duration}",
    affects: (names) => `dotyczy: ${names}`,
    nextUpdate: "Następna aktualizacja do {at}",
    missedUpdate: "Następna aktualizacja miała się ukazać do {at}",
    after: (time) => `${time} od początku`,
    allUpdates: plural("pl", {
      one: "# aktualizacja",
      few: "Wszystkie # aktualizacje",
      many: "Wszystkie aktualizacje (#)",
    }),
    updates: "Aktualizacje",
    noUpdates: "Nie opublikowano żadnych aktualizacji.",
    postMortem: "Analiza po incydencie",
  },

  maintenance: {
    title: "Prace serwisowe",
    planned: "Zaplanowane prace serwisowe",
    span: "{from} – {to}",
    repeats: repeats("pl", {
      repeats: (days) => `Powtarzane ${days}`,
      rule: (rule) => `Powtarzane według reguły ${rule}`,
      joint: ", ",
      weekdays: ["niedzielę", "poniedziałek", "wtorek", "środę", "czwartek", "piątek", "sobotę"],
      days: plural("pl", { one: "codziennie", few: "co # dni", many: "co # dni" }),
      workingDays: "od poniedziałku do piątku",
      weeks: (every, weekdays) =>
        `${plural("pl", { one: "co tydzień", few: "co # tygodnie", many: "co # tygodni" })(every)} ${weekdays.startsWith("wt") ? "we" : "w"} ${weekdays}`,
      months: plural("pl", { one: "co miesiąc", few: "co # miesiące", many: "co # miesięcy" }),
      dayOf: (day, months) => `${months} ${day}. dnia`,
      lastDayOf: (months) => `${months} ostatniego dnia`,
      weekdayOf: (place, name, months, weekday) => `${months} ${weekdayText(place, name, weekday)}`,
      years: (every, date) =>
        `${plural("pl", { one: "co rok", few: "co # lata", many: "co # lat" })(every)} ${date}`,
      nights: plural("pl", { one: "następnego dnia", few: "# dni później", many: "# dni później" }),
      times: plural("pl", { one: "# raz", few: "# razy", many: "# razy" }),
      until: (date) => `do ${date}`,
    }),
    addToCalendar: "Dodaj do kalendarza",
  },

  past: {
    incidents: "Wcześniejsze incydenty",
    noIncidents: "Brak incydentów.",
    noData: "Brak danych.",
    notMonitored: "Jeszcze niemonitorowane.",
    notAll: "Incydentów jest więcej, niż wyświetla ta strona.",
    earlierMonths: "Wcześniejsze miesiące",
    laterMonths: "Późniejsze miesiące",
    months: "Miesiące",
    goToDate: "Przejdź do daty",
    show: "Pokaż",
  },

  component: {
    monitoredSince: (day) => `Monitorowane od ${day}`,
    downtime: (time) => `${time} niedostępności`,
    daysWithProblems: "Dni z problemami",
    none: "Brak.",
    noDowntime: "Bez niedostępności",
    responseTime: "Czas odpowiedzi",
    hours: plural("pl", { one: "# godzina", few: "# godziny", many: "# godzin" }),
    days: plural("pl", { one: "# dzień", few: "# dni", many: "# dni" }),
    percentile95: (time) => `95. percentyl ${time}`,
    calendar: "Kalendarz",
  },

  zone: { title: "Strefa czasowa", about: "Pokazuj godziny na tej stronie w strefie", save: "Zapisz" },

  missing: {
    title: "Nie znaleziono strony",
    text: "Pod tym adresem nic nie ma.",
    seeStatus: "Zobacz bieżący stan",
  },

  aged: {
    updated: "Ostatnia aktualizacja: {at}.",
    reason:
      "Od tego czasu nie udało się odświeżyć tej strony i może być nieaktualna. Zaktualizuje się najszybciej, jak to możliwe.",
  },

  access: {
    askPassword: "Podaj hasło, aby zobaczyć tę stronę",
    private: "Ta strona jest prywatna",
    askLink: "Poproś o link dostępu osobę, od której masz ten adres.",
    password: "Hasło",
    wrong: "Nieprawidłowe hasło. Spróbuj ponownie.",
    submit: "Dalej",
  },

  subscription: {
    title: "Powiadomienia e-mail",
    about:
      "Wyślemy e-mail, gdy incydent zostanie zgłoszony, zaktualizowany lub rozwiązany, a także w sprawie zaplanowanych prac serwisowych.",
    address: "Adres e-mail",
    invalid: "Podaj prawidłowy adres e-mail, na przykład ada@example.com.",
    consent:
      "Wyślemy link do potwierdzenia subskrypcji. W każdej wiadomości można z niej zrezygnować jednym kliknięciem.",
    choose: "Wybierz, co chcesz otrzymywać",
    kinds: "Rodzaje powiadomień",
    bothKinds: "Nie zaznaczaj niczego, aby otrzymywać jedno i drugie.",
    incidents: "Incydenty",
    chooseNone:
      "Nie zaznaczaj niczego, aby otrzymywać wszystkie powiadomienia, także o elementach dodanych później.",
    allOf: (group) => `Wszystko z grupy ${group}`,
    asked: {
      title: "Sprawdź skrzynkę odbiorczą",
      text: "Wysyłamy e-mail na adres {email}, chyba że zrobiliśmy to już w ciągu ostatnich 24 godzin. Otwórz link, aby potwierdzić subskrypcję. Do tego czasu nie wyślemy niczego więcej.",
      missing:
        "Po kilku minutach nadal nic? Sprawdź folder ze spamem. Wysyłamy najwyżej jeden e-mail z potwierdzeniem dziennie.",
    },
    back: "Wróć do strony statusu",
    confirm: {
      title: "Potwierdź subskrypcję",
      text: "Będziemy wysyłać powiadomienia o incydentach i zaplanowanych pracach serwisowych. W każdej chwili można z nich zrezygnować.",
      submit: "Potwierdź",
    },
    confirmed: {
      title: "Subskrypcja potwierdzona",
      text: "Od teraz będziemy wysyłać powiadomienia. W każdym jest link do rezygnacji.",
    },
    manage: {
      title: "Twoja subskrypcja",
      text: "Powiadomienia wysyłamy na adres {email}.",
      saved: "Zapisano.",
      save: "Zapisz",
    },
    leave: {
      title: "Zrezygnuj z subskrypcji",
      text: "Nie będziemy już wysyłać powiadomień, a adres zostanie usunięty.",
    },
    left: {
      title: "Subskrypcja zakończona",
      text: "Nie będziemy już wysyłać powiadomień. Adres został usunięty.",
    },
    stale: {
      title: "Ten link już nie działa",
      text: "Subskrypcja wygasła albo nie została potwierdzona w ciągu siedmiu dni.",
      again: "Subskrybuj ponownie",
    },
  },

  webhook: webhookWords.pl,

  refusal: refusalWords.pl,

  mail: {
    since: "Od",
    affects: "Dotyczy",
    nextUpdate: "Następna aktualizacja do",
    lasted: "Czas trwania",
    from: "Początek",
    to: "Koniec",
    removed: "Incydent usunięto z tej strony.",
    viewIncident: "Zobacz incydent",
    viewMaintenance: "Zobacz prace serwisowe",
    viewPage: "Zobacz stronę statusu",
    windows: {
      scheduled: "Zaplanowano prace serwisowe",
      reminder: "Przypomnienie o pracach serwisowych",
      in_progress: "Rozpoczęto prace serwisowe",
      completed: "Zakończono prace serwisowe",
      cancelled: "Odwołano prace serwisowe",
    },
    reason: (page) => `Otrzymujesz powiadomienia ze strony ${page}`,
    manage: "Zarządzaj subskrypcją",
    unsubscribe: "Zrezygnuj z subskrypcji",
    confirm: {
      title: (page) => `Potwierdź subskrypcję strony ${page}`,
      asked: (page) =>
        `Ktoś, prawdopodobnie Ty, chce otrzymywać e-maile o incydentach i pracach serwisowych ze strony ${page}.`,
      ignore:
        "Nie wyślemy powiadomień bez potwierdzenia. Jeśli to nie Ty, zignoruj tę wiadomość. Adres usuniemy po siedmiu dniach.",
      submit: "Potwierdź subskrypcję",
    },
    known: {
      title: (page) => `Subskrybujesz już stronę ${page}`,
      text: "Ktoś, prawdopodobnie Ty, próbował zasubskrybować ponownie. Nic się nie zmieniło.",
    },
  },

  feed: {
    about: "To jest kanał informacyjny. Aby otrzymywać aktualizacje, skopiuj jego adres do czytnika kanałów.",
    affects: (names) => `Dotyczy: ${names}.`,
    span: (from, to) => `Od ${from} do ${to}.`,
    since: (from) => `Od ${from}.`,
    calendar: (page) => `${page}: prace serwisowe`,
  },
};
