import type { PageLanguage } from "@/lib/contract/status-pages/languages";

/**
 * Why a request for a page is refused: too many attempts, a method that changes something, or an unavailable database.
 */
export type Refusal = "later" | "readOnly" | "unavailable";

/** The texts of each refusal. They say nothing about the page. */
export type RefusalWords = Readonly<Record<Refusal, { readonly title: string; readonly text: string }>>;

/** The texts in every language. */
export const refusalWords: Readonly<Record<Exclude<PageLanguage, "en-GB">, RefusalWords>> = {
  en: {
    later: { title: "Too many attempts", text: "Wait a while, then try again." },
    readOnly: { title: "Method not allowed", text: "This page is read-only." },
    unavailable: {
      title: "Temporarily unavailable",
      text: "This page can't be shown right now. Try again in a minute.",
    },
  },
  de: {
    later: { title: "Zu viele Versuche", text: "Warten Sie eine Weile und versuchen Sie es dann erneut." },
    readOnly: { title: "Methode nicht erlaubt", text: "Diese Seite ist schreibgeschützt." },
    unavailable: {
      title: "Vorübergehend nicht verfügbar",
      text: "Diese Seite kann gerade nicht angezeigt werden. Versuchen Sie es in einer Minute erneut.",
    },
  },
  es: {
    later: { title: "Demasiados intentos", text: "Espere un rato e inténtelo de nuevo." },
    readOnly: { title: "Método no permitido", text: "Esta página es de solo lectura." },
    unavailable: {
      title: "No disponible temporalmente",
      text: "Esta página no se puede mostrar ahora. Inténtelo de nuevo en un minuto.",
    },
  },
  fr: {
    later: { title: "Trop de tentatives", text: "Patientez un moment, puis réessayez." },
    readOnly: { title: "Méthode non autorisée", text: "Cette page est en lecture seule." },
    unavailable: {
      title: "Temporairement indisponible",
      text: "Cette page ne peut pas être affichée pour le moment. Réessayez dans une minute.",
    },
  },
  it: {
    later: { title: "Troppi tentativi", text: "Attendi un po’, poi riprova." },
    readOnly: { title: "Metodo non consentito", text: "Questa pagina è di sola lettura." },
    unavailable: {
      title: "Temporaneamente non disponibile",
      text: "Al momento questa pagina non può essere mostrata. Riprova tra un minuto.",
    },
  },
  nl: {
    later: { title: "Te veel pogingen", text: "Wacht even en probeer het dan opnieuw." },
    readOnly: { title: "Methode niet toegestaan", text: "Deze pagina is alleen-lezen." },
    unavailable: {
      title: "Tijdelijk niet beschikbaar",
      text: "Deze pagina kan nu niet worden getoond. Probeer het over een minuut opnieuw.",
    },
  },
  pl: {
    later: { title: "Zbyt wiele prób", text: "Odczekaj chwilę i spróbuj ponownie." },
    readOnly: { title: "Niedozwolona metoda", text: "Ta strona jest tylko do odczytu." },
    unavailable: {
      title: "Chwilowo niedostępne",
      text: "Nie można teraz wyświetlić tej strony. Spróbuj ponownie za minutę.",
    },
  },
  pt: {
    later: { title: "Muitas tentativas", text: "Aguarde um pouco e tente novamente." },
    readOnly: { title: "Método não permitido", text: "Esta página é somente leitura." },
    unavailable: {
      title: "Temporariamente indisponível",
      text: "Esta página não pode ser exibida agora. Tente novamente em um minuto.",
    },
  },
  ar: {
    later: { title: "محاولات كثيرة جدًا", text: "انتظر قليلًا ثم حاول مرة أخرى." },
    readOnly: { title: "الطريقة غير مسموح بها", text: "هذه الصفحة للقراءة فقط." },
    unavailable: { title: "غير متاحة مؤقتًا", text: "لا يمكن عرض هذه الصفحة الآن. حاول مرة أخرى بعد دقيقة." },
  },
  ja: {
    later: { title: "試行回数が多すぎます", text: "しばらく待ってから、もう一度お試しください。" },
    readOnly: { title: "許可されていないメソッドです", text: "このページは閲覧専用です。" },
    unavailable: {
      title: "一時的に利用できません",
      text: "現在このページを表示できません。1分後にもう一度お試しください。",
    },
  },
  zh: {
    later: { title: "尝试次数过多", text: "请稍候片刻再试。" },
    readOnly: { title: "不允许的方法", text: "此页面为只读。" },
    unavailable: { title: "暂时无法访问", text: "目前无法显示此页面。请一分钟后重试。" },
  },
};
