import { durations } from "./durations";
import { outageTitles } from "./outage-titles";
import { plural } from "./plural";
import { refusalWords } from "./refusal-words";
import { repeats } from "./repeats";
import { webhookWords } from "./webhook-words";
import type { Words } from "./words";

const ORDINALS: Record<number, string> = {
  1: "premier",
  2: "deuxième",
  3: "troisième",
  4: "quatrième",
  5: "cinquième",
};

export const fr: Words = {
  states: {
    empty: "Aucune donnée",
    operational: "Opérationnel",
    maintenance: "En maintenance",
    degraded_performance: "Performances dégradées",
    partial_outage: "Panne partielle",
    major_outage: "Panne majeure",
  },
  progress: {
    unknown: "Signalé",
    investigating: "Analyse en cours",
    identified: "Cause identifiée",
    monitoring: "Sous surveillance",
    resolved: "Résolu",
  },
  windows: { scheduled: "Planifiée", in_progress: "En cours", completed: "Terminée" },
  labeled: (label, text) => `${label} : ${text}`,
  reported: (state, title) => `${title} (${state.toLowerCase()})`,
  inText: (state) => state.toLowerCase(),
  moment: (day, clock) => `le ${day} à ${clock}`,
  duration: durations("fr", { units: "short", joint: " " }),
  spent: (state, time) => `${state}, ${time}`,
  more: plural("fr", { one: "# autre", other: "# autres" }),
  outageTitle: outageTitles("fr", {
    service: "notre service",
    others: plural("fr", { one: "# autre composant", other: "# autres composants" }),
    down: (subject) => `Indisponibilité : ${subject}`,
    partial: (subject) => `Indisponibilité partielle : ${subject}`,
    degraded: (subject) => `Performances dégradées : ${subject}`,
    maintenance: (subject) => `Maintenance : ${subject}`,
    notice: (subject) => `Information : ${subject}`,
  }),
  overDays: (what, days) => `${what} sur ${days} jours`,
  sinceDay: (what, day) => `${what} depuis le ${day}`,
  availability: "disponibilité",
  median: (time) => `médiane ${time}`,
  under: (time) => `moins de ${time}`,

  frame: {
    skip: "Aller au contenu",
    currentStatus: "État actuel",
    history: "Historique",
    zone: (zone) => `Heures affichées : ${zone}`,
    language: "Langue",
    theme: "Thème",
    themes: { all: "Système", light: "Clair", dark: "Sombre" },
    getUpdates: "Suivre les mises à jour",
    email: "E-mail",
    subscribe: "S’abonner",
    chooseComponents: "Choisir les composants",
    feed: (format) => `Flux ${format}`,
    calendar: "Calendrier des maintenances",
  },

  embed: { close: "Fermer" },

  home: {
    noCurrentData: "Aucune donnée récente",
    operational: "Tous les systèmes sont opérationnels",
    noKnownProblems: "Aucun problème connu",
    nothingMonitored: "Rien n’est encore surveillé",
    noDataYet: "Aucune donnée pour le moment",
    maintenance: "Maintenance en cours",
    affectedSince: "{names} depuis {at}",
    checked: "Vérifié : {at}",
    lastChecked: "Dernière vérification : {at}",
    wasOperational: "Tous les systèmes étaient alors opérationnels.",
    components: "Composants",
    paused: "Non surveillé actuellement",
    lowest: (availability) => `Minimum : ${availability}`,
    affectedOf: (count, total) => `${count} sur ${total} touchés`,
    daysAgo: plural("fr", { one: "Il y a # jour", other: "Il y a # jours" }),
    today: "Aujourd’hui",
    lastDays: plural("fr", { one: "Dernier jour", other: "# derniers jours" }),
    older: "Incidents plus anciens",
    seeComponents: "Voir les composants plus haut.",
    moreOutages: plural("fr", { one: "Et # autre panne", other: "Et # autres pannes" }),
  },

  incident: {
    ongoing: "En cours",
    closed: "Clos",
    since: "depuis {at}",
    lasted: "{at}, durée : {duration}",
    affects: (names) => `concerne ${names}`,
    nextUpdate: "Prochaine mise à jour avant {at}",
    missedUpdate: "La prochaine mise à jour était attendue avant {at}",
    after: (time) => `${time} après le début`,
    allUpdates: plural("fr", { one: "# mise à jour", other: "Les # mises à jour" }),
    updates: "Mises à jour",
    noUpdates: "Aucune mise à jour n’a été publiée.",
    postMortem: "Analyse post-incident",
  },

  maintenance: {
    title: "Maintenance",
    planned: "Maintenance planifiée",
    span: "{from} – {to}",
    repeats: repeats("fr", {
      repeats: (days) => `Se répète ${days}`,
      rule: (rule) => `Se répète selon la règle ${rule}`,
      joint: ", ",
      weekdays: ["dimanche", "lundi", "mardi", "mercredi", "jeudi", "vendredi", "samedi"],
      days: plural("fr", { one: "chaque jour", other: "tous les # jours" }),
      workingDays: "du lundi au vendredi",
      weeks: (every, weekdays) =>
        every === 1 ? `chaque ${weekdays}` : `toutes les ${every} semaines, ${weekdays}`,
      months: plural("fr", { one: "chaque mois", other: "tous les # mois" }),
      dayOf: (day, months) => `${months}, le ${day === 1 ? "1er" : day}`,
      lastDayOf: (months) => `${months}, le dernier jour`,
      weekdayOf: (place, name, months) => `${months}, le ${ORDINALS[place] ?? "dernier"} ${name}`,
      years: (every, date) =>
        every === 1 ? `chaque année, le ${date}` : `tous les ${every} ans, le ${date}`,
      nights: plural("fr", { one: "le lendemain", other: "# jours plus tard" }),
      times: plural("fr", { one: "une fois", other: "# fois" }),
      until: (date) => `jusqu’au ${date}`,
    }),
    addToCalendar: "Ajouter au calendrier",
  },

  past: {
    incidents: "Incidents passés",
    noIncidents: "Aucun incident.",
    noData: "Aucune donnée.",
    notMonitored: "Pas encore surveillé.",
    notAll: "Il y a plus d’incidents que cette page n’en affiche.",
    earlierMonths: "Mois précédents",
    laterMonths: "Mois suivants",
    months: "Mois",
    goToDate: "Aller à une date",
    show: "Afficher",
  },

  component: {
    monitoredSince: (day) => `Surveillé depuis le ${day}`,
    downtime: (time) => `${time} d’indisponibilité`,
    daysWithProblems: "Jours avec perturbations",
    none: "Aucun.",
    noDowntime: "Aucune indisponibilité",
    responseTime: "Temps de réponse",
    hours: plural("fr", { one: "# heure", other: "# heures" }),
    days: plural("fr", { one: "# jour", other: "# jours" }),
    percentile95: (time) => `95e centile ${time}`,
    calendar: "Calendrier",
  },

  zone: {
    title: "Fuseau horaire",
    about: "Afficher les heures de cette page dans le fuseau",
    save: "Enregistrer",
  },

  missing: {
    title: "Page introuvable",
    text: "Il n’y a rien à cette adresse.",
    seeStatus: "Voir l’état actuel",
  },

  aged: {
    updated: "Dernière mise à jour : {at}.",
    reason:
      "Cette page n’a pas pu être actualisée depuis et n’est peut-être plus à jour. Elle le sera dès que possible.",
  },

  access: {
    askPassword: "Saisissez le mot de passe pour voir cette page",
    private: "Cette page est privée",
    askLink: "Demandez un lien d’accès à la personne qui vous a communiqué cette adresse.",
    password: "Mot de passe",
    wrong: "Mot de passe incorrect. Réessayez.",
    submit: "Continuer",
  },

  subscription: {
    title: "Recevoir les mises à jour par e-mail",
    about:
      "Nous vous écrirons lorsqu’un incident est signalé, mis à jour ou résolu, et pour les maintenances planifiées.",
    address: "Adresse e-mail",
    invalid: "Saisissez une adresse e-mail valide, par exemple ada@example.com.",
    consent:
      "Nous vous enverrons un lien pour confirmer votre abonnement. Vous pourrez vous désabonner en un clic depuis chaque e-mail.",
    choose: "Choisir ce que vous recevez",
    kinds: "Mises à jour sur",
    bothKinds: "Ne cochez rien pour recevoir les deux.",
    incidents: "Incidents",
    chooseNone:
      "Ne cochez rien pour recevoir toutes les mises à jour, y compris sur les composants ajoutés plus tard.",
    allOf: (group) => `Tout le groupe ${group}`,
    asked: {
      title: "Consultez votre boîte de réception",
      text: "Nous envoyons un e-mail à {email}, sauf si nous l’avons déjà fait au cours des dernières 24 heures. Ouvrez le lien qu’il contient pour confirmer votre abonnement. D’ici là, nous ne vous enverrons rien d’autre.",
      missing:
        "Toujours rien après quelques minutes ? Vérifiez vos courriers indésirables. Nous envoyons au plus un e-mail de confirmation par jour.",
    },
    back: "Retour à la page d’état",
    confirm: {
      title: "Confirmer votre abonnement",
      text: "Vous recevrez des mises à jour sur les incidents et les maintenances planifiées. Vous pouvez vous désabonner à tout moment.",
      submit: "Confirmer",
    },
    confirmed: {
      title: "Vous êtes abonné",
      text: "Vous recevrez désormais les mises à jour. Chacune contient un lien pour vous désabonner.",
    },
    manage: {
      title: "Votre abonnement",
      text: "Les mises à jour sont envoyées à {email}.",
      saved: "Enregistré.",
      save: "Enregistrer",
    },
    leave: {
      title: "Se désabonner",
      text: "Vous ne recevrez plus de mises à jour et votre adresse sera supprimée.",
    },
    left: {
      title: "Vous êtes désabonné",
      text: "Vous ne recevrez plus de mises à jour et votre adresse a été supprimée.",
    },
    stale: {
      title: "Ce lien ne fonctionne plus",
      text: "L’abonnement a pris fin ou n’a pas été confirmé dans les sept jours.",
      again: "S’abonner à nouveau",
    },
  },

  webhook: webhookWords.fr,

  refusal: refusalWords.fr,

  mail: {
    since: "Depuis",
    affects: "Concerne",
    nextUpdate: "Prochaine mise à jour avant",
    lasted: "Durée",
    from: "Début",
    to: "Fin",
    removed: "L’incident a été retiré de cette page.",
    viewIncident: "Voir l’incident",
    viewMaintenance: "Voir la maintenance",
    viewPage: "Voir la page d’état",
    windows: {
      scheduled: "Maintenance planifiée",
      reminder: "Rappel de maintenance",
      in_progress: "Maintenance commencée",
      completed: "Maintenance terminée",
      cancelled: "Maintenance annulée",
    },
    reason: (page) => `Vous êtes abonné à ${page}`,
    manage: "Gérer l’abonnement",
    unsubscribe: "Se désabonner",
    confirm: {
      title: (page) => `Confirmez votre abonnement à ${page}`,
      asked: (page) =>
        `Quelqu’un, sans doute vous, a demandé à recevoir des e-mails sur les incidents et les maintenances de ${page}.`,
      ignore:
        "Nous n’enverrons aucune mise à jour avant votre confirmation. Si ce n’était pas vous, ignorez cet e-mail. Votre adresse sera supprimée après sept jours.",
      submit: "Confirmer l’abonnement",
    },
    known: {
      title: (page) => `Vous êtes déjà abonné à ${page}`,
      text: "Quelqu’un, sans doute vous, a demandé à s’abonner à nouveau. Rien n’a changé.",
    },
  },

  feed: {
    about: "Ceci est un flux. Pour recevoir les mises à jour, copiez son adresse dans votre lecteur de flux.",
    affects: (names) => `Concerne ${names}.`,
    span: (from, to) => `De ${from} à ${to}.`,
    since: (from) => `Depuis ${from}.`,
    calendar: (page) => `${page} : maintenance`,
  },
};
