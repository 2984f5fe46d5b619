import { durations } from "./durations";
import { outageTitles } from "./outage-titles";
import { plural } from "./plural";
import { refusalWords } from "./refusal-words";
import { repeats } from "./repeats";
import { webhookWords } from "./webhook-words";
import type { Words } from "./words";

const ORDINALS: Record<number, string> = { 1: "primeir", 2: "segund", 3: "terceir", 4: "quart", 5: "quint" };

/** Returns `na primeira segunda-feira` or `no primeiro sábado`. Only Saturday and Sunday are masculine. */
function weekdayText(place: number, name: string, weekday: number): string {
  const end = weekday === 0 || weekday === 6 ? "o" : "a";
  return `n${end} ${ORDINALS[place] ?? "últim"}${end} ${name}`;
}

export const pt: Words = {
  states: {
    empty: "Sem dados",
    operational: "Operacional",
    maintenance: "Em manutenção",
    degraded_performance: "Desempenho reduzido",
    partial_outage: "Interrupção parcial",
    major_outage: "Interrupção grave",
  },
  progress: {
    unknown: "Relatado",
    investigating: "Em investigação",
    identified: "Causa identificada",
    monitoring: "Em observação",
    resolved: "Resolvido",
  },
  windows: { scheduled: "Programada", in_progress: "Em andamento", completed: "Concluída" },
  labeled: (label, text) => `${label}: ${text}`,
  reported: (state, title) => `${title} (${state.toLowerCase()})`,
  inText: (state) => state.toLowerCase(),
  moment: (day, clock) => `${day}, ${clock}`,
  duration: durations("pt", { units: "short", joint: " " }),
  spent: (state, time) => `${state}, ${time}`,
  more: plural("pt", { one: "mais #", other: "mais #" }),
  outageTitle: outageTitles("pt", {
    service: "nosso serviço",
    others: plural("pt", { one: "mais # componente", other: "mais # componentes" }),
    down: (subject) => `Serviço indisponível: ${subject}`,
    partial: (subject) => `Serviço parcialmente indisponível: ${subject}`,
    degraded: (subject) => `Desempenho reduzido: ${subject}`,
    maintenance: (subject) => `Manutenção: ${subject}`,
    notice: (subject) => `Aviso: ${subject}`,
  }),
  overDays: (what, days) => `${what} em ${days} dias`,
  sinceDay: (what, day) => `${what} desde ${day}`,
  availability: "disponibilidade",
  median: (time) => `mediana ${time}`,
  under: (time) => `menos de ${time}`,

  frame: {
    skip: "Ir para o conteúdo",
    currentStatus: "Status atual",
    history: "Histórico",
    zone: (zone) => `Horários em ${zone}`,
    language: "Idioma",
    theme: "Tema",
    themes: { all: "Sistema", light: "Claro", dark: "Escuro" },
    getUpdates: "Receber atualizações",
    email: "E-mail",
    subscribe: "Assinar",
    chooseComponents: "Escolher componentes",
    feed: (format) => `Feed ${format}`,
    calendar: "Calendário de manutenção",
  },

  embed: { close: "Fechar" },

  home: {
    noCurrentData: "Sem dados recentes",
    operational: "Todos os sistemas funcionando",
    noKnownProblems: "Nenhum problema conhecido",
    nothingMonitored: "Nada é monitorado ainda",
    noDataYet: "Ainda não há dados",
    maintenance: "Manutenção em andamento",
    affectedSince: "{names} desde {at}",
    checked: "Verificado: {at}",
    lastChecked: "Última verificação: {at}",
    wasOperational: "Naquele momento, todos os sistemas estavam funcionando.",
    components: "Componentes",
    paused: "Não monitorado",
    lowest: (availability) => `Mínimo: ${availability}`,
    affectedOf: (count, total) => `${count} de ${total} afetados`,
    daysAgo: plural("pt", { one: "Há # dia", other: "Há # dias" }),
    today: "Hoje",
    lastDays: plural("pt", { one: "Último dia", other: "Últimos # dias" }),
    older: "Incidentes anteriores",
    seeComponents: "Veja os componentes acima.",
    moreOutages: plural("pt", { one: "E mais # interrupção", other: "E mais # interrupções" }),
  },

  incident: {
    ongoing: "Em andamento",
    closed: "Encerrado",
    since: "desde {at}",
    lasted: "{at}, duração: {duration}",
    affects: (names) => `afeta ${names}`,
    nextUpdate: "Próxima atualização até {at}",
    missedUpdate: "A próxima atualização estava prevista até {at}",
    after: (time) => `${time} após o início`,
    allUpdates: plural("pt", { one: "# atualização", other: "Todas as # atualizações" }),
    updates: "Atualizações",
    noUpdates: "Nenhuma atualização foi publicada.",
    postMortem: "Análise pós-incidente",
  },

  maintenance: {
    title: "Manutenção",
    planned: "Manutenção programada",
    span: "{from} a {to}",
    repeats: repeats("pt", {
      repeats: (days) => `Repete-se ${days}`,
      rule: (rule) => `Repete-se conforme a regra ${rule}`,
      joint: ", ",
      weekdays: [
        "domingo",
        "segunda-feira",
        "terça-feira",
        "quarta-feira",
        "quinta-feira",
        "sexta-feira",
        "sábado",
      ],
      days: plural("pt", { one: "todos os dias", other: "a cada # dias" }),
      workingDays: "de segunda a sexta-feira",
      weeks: (every, weekdays) =>
        every === 1 ? `a cada ${weekdays}` : `a cada ${every} semanas, ${weekdays}`,
      months: plural("pt", { one: "todo mês", other: "a cada # meses" }),
      dayOf: (day, months) => `${months} no dia ${day}`,
      lastDayOf: (months) => `${months} no último dia`,
      weekdayOf: (place, name, months, weekday) => `${months} ${weekdayText(place, name, weekday)}`,
      years: (every, date) => (every === 1 ? `todo ano em ${date}` : `a cada ${every} anos em ${date}`),
      nights: plural("pt", { one: "do dia seguinte", other: "# dias depois" }),
      times: plural("pt", { one: "# vez", other: "# vezes" }),
      until: (date) => `até ${date}`,
    }),
    addToCalendar: "Adicionar ao calendário",
  },

  past: {
    incidents: "Incidentes passados",
    noIncidents: "Nenhum incidente.",
    noData: "Sem dados.",
    notMonitored: "Ainda sem monitoramento.",
    notAll: "Há mais incidentes do que esta página mostra.",
    earlierMonths: "Meses anteriores",
    laterMonths: "Meses seguintes",
    months: "Meses",
    goToDate: "Ir para uma data",
    show: "Mostrar",
  },

  component: {
    monitoredSince: (day) => `Monitorado desde ${day}`,
    downtime: (time) => `${time} de indisponibilidade`,
    daysWithProblems: "Dias com problemas",
    none: "Nenhum.",
    noDowntime: "Sem indisponibilidade",
    responseTime: "Tempo de resposta",
    hours: plural("pt", { one: "# hora", other: "# horas" }),
    days: plural("pt", { one: "# dia", other: "# dias" }),
    percentile95: (time) => `percentil 95 ${time}`,
    calendar: "Calendário",
  },

  zone: { title: "Fuso horário", about: "Mostrar os horários desta página em", save: "Salvar" },

  missing: {
    title: "Página não encontrada",
    text: "Não há nada neste endereço.",
    seeStatus: "Ver o status atual",
  },

  aged: {
    updated: "Última atualização: {at}.",
    reason:
      "Desde então, esta página não pôde ser atualizada e pode estar desatualizada. Ela será atualizada assim que possível.",
  },

  access: {
    askPassword: "Digite a senha para ver esta página",
    private: "Esta página é privada",
    askLink: "Peça um link de acesso à pessoa que compartilhou este endereço.",
    password: "Senha",
    wrong: "Senha incorreta. Tente novamente.",
    submit: "Continuar",
  },

  subscription: {
    title: "Receber atualizações por e-mail",
    about:
      "Enviaremos um e-mail quando um incidente for relatado, atualizado ou resolvido, e sobre manutenções programadas.",
    address: "Endereço de e-mail",
    invalid: "Digite um endereço de e-mail válido, como ada@example.com.",
    consent:
      "Enviaremos um link para confirmar sua assinatura. Você pode cancelá-la com um clique em qualquer e-mail.",
    choose: "Escolher o que receber",
    kinds: "Atualizações sobre",
    bothKinds: "Não marque nada para receber as duas.",
    incidents: "Incidentes",
    chooseNone:
      "Não marque nada para receber todas as atualizações, inclusive sobre componentes adicionados depois.",
    allOf: (group) => `Todo o grupo ${group}`,
    asked: {
      title: "Verifique sua caixa de entrada",
      text: "Estamos enviando um e-mail para {email}, a menos que já o tenhamos feito nas últimas 24 horas. Abra o link para confirmar sua assinatura. Até lá, não enviaremos mais nada.",
      missing:
        "Não chegou após alguns minutos? Verifique a pasta de spam. Enviamos no máximo um e-mail de confirmação por dia.",
    },
    back: "Voltar à página de status",
    confirm: {
      title: "Confirme sua assinatura",
      text: "Enviaremos atualizações sobre incidentes e manutenções programadas. Você pode cancelar a qualquer momento.",
      submit: "Confirmar",
    },
    confirmed: {
      title: "Assinatura confirmada",
      text: "A partir de agora, enviaremos atualizações. Cada uma tem um link para cancelar a assinatura.",
    },
    manage: {
      title: "Sua assinatura",
      text: "As atualizações são enviadas para {email}.",
      saved: "Salvo.",
      save: "Salvar",
    },
    leave: {
      title: "Cancelar assinatura",
      text: "Você não receberá mais atualizações, e seu endereço será excluído.",
    },
    left: {
      title: "Assinatura cancelada",
      text: "Você não receberá mais atualizações, e seu endereço foi excluído.",
    },
    stale: {
      title: "Este link não funciona mais",
      text: "A assinatura terminou ou não foi confirmada em sete dias.",
      again: "Assinar novamente",
    },
  },

  webhook: webhookWords.pt,

  refusal: refusalWords.pt,

  mail: {
    since: "Desde",
    affects: "Afeta",
    nextUpdate: "Próxima atualização até",
    lasted: "Duração",
    from: "Início",
    to: "Fim",
    removed: "O incidente foi removido desta página.",
    viewIncident: "Ver incidente",
    viewMaintenance: "Ver manutenção",
    viewPage: "Ver página de status",
    windows: {
      scheduled: "Manutenção programada",
      reminder: "Lembrete de manutenção",
      in_progress: "Manutenção iniciada",
      completed: "Manutenção concluída",
      cancelled: "Manutenção cancelada",
    },
    reason: (page) => `Você assina ${page}`,
    manage: "Gerenciar assinatura",
    unsubscribe: "Cancelar assinatura",
    confirm: {
      title: (page) => `Confirme sua assinatura de ${page}`,
      asked: (page) =>
        `Alguém, provavelmente você, pediu para receber e-mails sobre incidentes e manutenções de ${page}.`,
      ignore:
        "Não enviaremos atualizações até você confirmar. Se não foi você, ignore este e-mail. Seu endereço será excluído após sete dias.",
      submit: "Confirmar assinatura",
    },
    known: {
      title: (page) => `Você já assina ${page}`,
      text: "Alguém, provavelmente você, pediu para assinar novamente. Nada mudou.",
    },
  },

  feed: {
    about: "Este é um feed. Para receber atualizações, copie o endereço para o seu leitor de feeds.",
    affects: (names) => `Afeta ${names}.`,
    span: (from, to) => `De ${from} a ${to}.`,
    since: (from) => `Desde ${from}.`,
    calendar: (page) => `${page}: manutenção`,
  },
};
