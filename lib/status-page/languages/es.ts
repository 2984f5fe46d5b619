import { durations } from "./durations";
import { outageTitles } from "./outage-titles";
import { plural } from "./plural";
import { refusalWords } from "./refusal-words";
import { repeats } from "./repeats";
import { webhookWords } from "./webhook-words";
import type { Words } from "./words";

const ORDINALS: Record<number, string> = { 1: "primer", 2: "segundo", 3: "tercer", 4: "cuarto", 5: "quinto" };

export const es: Words = {
  states: {
    empty: "Sin datos",
    operational: "Operativo",
    maintenance: "En mantenimiento",
    degraded_performance: "Rendimiento reducido",
    partial_outage: "Interrupción parcial",
    major_outage: "Interrupción grave",
  },
  progress: {
    unknown: "Notificado",
    investigating: "En investigación",
    identified: "Causa identificada",
    monitoring: "En observación",
    resolved: "Resuelto",
  },
  windows: { scheduled: "Programado", in_progress: "En curso", completed: "Completado" },
  labeled: (label, text) => `${label}: ${text}`,
  reported: (state, title) => `${title} (${state.toLowerCase()})`,
  inText: (state) => state.toLowerCase(),
  moment: (day, clock) => `el ${day}, ${clock}`,
  duration: durations("es", { units: "short", joint: " " }),
  spent: (state, time) => `${state}, ${time}`,
  more: plural("es", { one: "# más", other: "# más" }),
  outageTitle: outageTitles("es", {
    service: "nuestro servicio",
    others: plural("es", { one: "# componente más", other: "# componentes más" }),
    down: (subject) => `Servicio no disponible: ${subject}`,
    partial: (subject) => `Servicio parcialmente no disponible: ${subject}`,
    degraded: (subject) => `Rendimiento reducido: ${subject}`,
    maintenance: (subject) => `Mantenimiento: ${subject}`,
    notice: (subject) => `Aviso: ${subject}`,
  }),
  overDays: (what, days) => `${what} en ${days} días`,
  sinceDay: (what, day) => `${what} desde el ${day}`,
  availability: "disponibilidad",
  median: (time) => `mediana ${time}`,
  under: (time) => `menos de ${time}`,

  frame: {
    skip: "Saltar al contenido",
    currentStatus: "Estado actual",
    history: "Historial",
    zone: (zone) => `Horas en ${zone}`,
    language: "Idioma",
    theme: "Tema",
    themes: { all: "Sistema", light: "Claro", dark: "Oscuro" },
    getUpdates: "Recibir novedades",
    email: "Correo electrónico",
    subscribe: "Suscribirse",
    chooseComponents: "Elegir componentes",
    feed: (format) => `Canal ${format}`,
    calendar: "Calendario de mantenimiento",
  },

  embed: { close: "Cerrar" },

  home: {
    noCurrentData: "Sin datos recientes",
    operational: "Todos los sistemas funcionan",
    noKnownProblems: "Sin problemas conocidos",
    nothingMonitored: "Aún no se supervisa nada",
    noDataYet: "Aún no hay datos",
    maintenance: "Mantenimiento en curso",
    affectedSince: "{names} desde {at}",
    checked: "Comprobado: {at}",
    lastChecked: "Última comprobación: {at}",
    wasOperational: "En ese momento, todos los sistemas funcionaban.",
    components: "Componentes",
    paused: "Sin supervisión por ahora",
    lowest: (availability) => `Mínimo: ${availability}`,
    affectedOf: (count, total) => `${count} de ${total} afectados`,
    daysAgo: plural("es", { one: "Hace # día", other: "Hace # días" }),
    today: "Hoy",
    lastDays: plural("es", { one: "Último día", other: "Últimos # días" }),
    older: "Incidentes anteriores",
    seeComponents: "Véanse los componentes arriba.",
    moreOutages: plural("es", { one: "Y # interrupción más", other: "Y # interrupciones más" }),
  },

  incident: {
    ongoing: "En curso",
    closed: "Cerrado",
    since: "desde {at}",
    lasted: "{at}, duración: {duration}",
    affects: (names) => `afecta a ${names}`,
    nextUpdate: "Próxima actualización a más tardar {at}",
    missedUpdate: "La próxima actualización estaba prevista a más tardar {at}",
    after: (time) => `${time} tras el inicio`,
    allUpdates: plural("es", { one: "# actualización", other: "Las # actualizaciones" }),
    updates: "Actualizaciones",
    noUpdates: "No se ha publicado ninguna actualización.",
    postMortem: "Análisis posterior",
  },

  maintenance: {
    title: "Mantenimiento",
    planned: "Mantenimiento programado",
    span: "{from} – {to}",
    repeats: repeats("es", {
      repeats: (days) => `Se repite ${days}`,
      rule: (rule) => `Se repite según la regla ${rule}`,
      joint: ", ",
      weekdays: ["domingo", "lunes", "martes", "miércoles", "jueves", "viernes", "sábado"],
      days: plural("es", { one: "cada día", other: "cada # días" }),
      workingDays: "de lunes a viernes",
      weeks: (every, weekdays) => (every === 1 ? `cada ${weekdays}` : `cada ${every} semanas, ${weekdays}`),
      months: plural("es", { one: "cada mes", other: "cada # meses" }),
      dayOf: (day, months) => `${months} el día ${day}`,
      lastDayOf: (months) => `${months} el último día`,
      weekdayOf: (place, name, months) => `${months} el ${ORDINALS[place] ?? "último"} ${name}`,
      years: (every, date) => (every === 1 ? `cada año el ${date}` : `cada ${every} años el ${date}`),
      nights: plural("es", { one: "del día siguiente", other: "# días después" }),
      times: plural("es", { one: "una vez", other: "# veces" }),
      until: (date) => `hasta el ${date}`,
    }),
    addToCalendar: "Añadir al calendario",
  },

  past: {
    incidents: "Incidentes pasados",
    noIncidents: "Sin incidentes.",
    noData: "Sin datos.",
    notMonitored: "Aún sin supervisión.",
    notAll: "Hay más incidentes de los que muestra esta página.",
    earlierMonths: "Meses anteriores",
    laterMonths: "Meses posteriores",
    months: "Meses",
    goToDate: "Ir a una fecha",
    show: "Mostrar",
  },

  component: {
    monitoredSince: (day) => `Supervisado desde el ${day}`,
    downtime: (time) => `${time} de inactividad`,
    daysWithProblems: "Días con problemas",
    none: "Ninguno.",
    noDowntime: "Sin inactividad",
    responseTime: "Tiempo de respuesta",
    hours: plural("es", { one: "# hora", other: "# horas" }),
    days: plural("es", { one: "# día", other: "# días" }),
    percentile95: (time) => `percentil 95 ${time}`,
    calendar: "Calendario",
  },

  zone: { title: "Zona horaria", about: "Mostrar las horas de esta página en", save: "Guardar" },

  missing: {
    title: "Página no encontrada",
    text: "No hay nada en esta dirección.",
    seeStatus: "Ver el estado actual",
  },

  aged: {
    updated: "Última actualización: {at}.",
    reason:
      "Esta página no se ha podido actualizar desde entonces y puede estar desactualizada. Se actualizará lo antes posible.",
  },

  access: {
    askPassword: "Introduzca la contraseña para ver esta página",
    private: "Esta página es privada",
    askLink: "Pida un enlace de acceso a la persona que le dio esta dirección.",
    password: "Contraseña",
    wrong: "Contraseña incorrecta. Inténtelo de nuevo.",
    submit: "Continuar",
  },

  subscription: {
    title: "Recibir novedades por correo",
    about:
      "Le escribiremos cuando se notifique, actualice o resuelva un incidente, y sobre los mantenimientos programados.",
    address: "Dirección de correo electrónico",
    invalid: "Introduzca una dirección de correo válida, como ada@example.com.",
    consent:
      "Le enviaremos un enlace para confirmar su suscripción. Podrá cancelarla con un clic desde cualquier correo.",
    choose: "Elegir qué recibir",
    kinds: "Novedades sobre",
    bothKinds: "No marque ninguna para recibir ambas.",
    incidents: "Incidentes",
    chooseNone:
      "No marque nada para recibir todas las novedades, también sobre los componentes que se añadan más adelante.",
    allOf: (group) => `Todo el grupo ${group}`,
    asked: {
      title: "Revise su bandeja de entrada",
      text: "Le enviamos un correo a {email}, salvo que ya lo hayamos hecho en las últimas 24 horas. Abra el enlace que contiene para confirmar su suscripción. Hasta entonces no le enviaremos nada más.",
      missing:
        "¿No ha llegado tras unos minutos? Revise la carpeta de correo no deseado. Enviamos como máximo un correo de confirmación al día.",
    },
    back: "Volver a la página de estado",
    confirm: {
      title: "Confirmar la suscripción",
      text: "Le enviaremos novedades sobre incidentes y mantenimientos programados. Puede cancelar la suscripción en cualquier momento.",
      submit: "Confirmar",
    },
    confirmed: {
      title: "Suscripción confirmada",
      text: "A partir de ahora le enviaremos las novedades. Cada una tiene un enlace para cancelar la suscripción.",
    },
    manage: {
      title: "Su suscripción",
      text: "Las novedades se envían a {email}.",
      saved: "Guardado.",
      save: "Guardar",
    },
    leave: { title: "Cancelar la suscripción", text: "No recibirá más novedades y se borrará su dirección." },
    left: { title: "Suscripción cancelada", text: "No recibirá más novedades y su dirección se ha borrado." },
    stale: {
      title: "Este enlace ya no funciona",
      text: "La suscripción ha terminado o no se confirmó en siete días.",
      again: "Suscribirse de nuevo",
    },
  },

  webhook: webhookWords.es,

  refusal: refusalWords.es,

  mail: {
    since: "Desde",
    affects: "Afecta a",
    nextUpdate: "Próxima actualización, a más tardar",
    lasted: "Duración",
    from: "Inicio",
    to: "Fin",
    removed: "El incidente se ha eliminado de esta página.",
    viewIncident: "Ver el incidente",
    viewMaintenance: "Ver el mantenimiento",
    viewPage: "Ver la página de estado",
    windows: {
      scheduled: "Mantenimiento programado",
      reminder: "Recordatorio de mantenimiento",
      in_progress: "Mantenimiento iniciado",
      completed: "Mantenimiento completado",
      cancelled: "Mantenimiento cancelado",
    },
    reason: (page) => `Está suscrito a ${page}`,
    manage: "Gestionar la suscripción",
    unsubscribe: "Cancelar la suscripción",
    confirm: {
      title: (page) => `Confirme su suscripción a ${page}`,
      asked: (page) =>
        `Alguien, probablemente usted, ha pedido recibir correos sobre incidentes y mantenimientos de ${page}.`,
      ignore:
        "No enviaremos novedades hasta que confirme. Si no ha sido usted, ignore este correo. Su dirección se borrará a los siete días.",
      submit: "Confirmar la suscripción",
    },
    known: {
      title: (page) => `Ya está suscrito a ${page}`,
      text: "Alguien, probablemente usted, ha pedido suscribirse de nuevo. No ha cambiado nada.",
    },
  },

  feed: {
    about:
      "Esto es un canal de noticias. Para recibir novedades, copie su dirección en su lector de canales.",
    affects: (names) => `Afecta a ${names}.`,
    span: (from, to) => `De ${from} a ${to}.`,
    since: (from) => `Desde ${from}.`,
    calendar: (page) => `${page}: mantenimiento`,
  },
};
