import type { PageLanguage } from "@/lib/contract/status-pages/languages";

/** The texts of the form for webhooks. */
export interface WebhookWords {
  readonly title: string;
  readonly about: string;
  readonly invalid: string;
  readonly how: string;
  /** Names fields of the requests, which aren't translated. */
  readonly challenge: string;
  readonly verify: string;
  readonly end: string;
  readonly sent: {
    readonly title: string;
    /** `{url}` marks the place of the receiver's URL. */
    readonly text: `${string}{url}${string}`;
    readonly secret: string;
    readonly once: string;
  };
}

const EXAMPLE = "https://example.com/hook";

/** The texts in every language. */
export const webhookWords: Readonly<Record<Exclude<PageLanguage, "en-GB">, WebhookWords>> = {
  en: {
    title: "Get updates by webhook",
    about:
      "We'll send signed POST requests with JSON, in the format of Statuspage, about incidents and scheduled maintenance.",
    invalid: `Enter a URL such as ${EXAMPLE}.`,
    how: "How it works",
    challenge:
      "The first request has the type subscription.challenge. Return the value of data.challenge as text, or as challenge in a JSON object. Or open data.confirm_url yourself. Nothing else is sent before that.",
    verify:
      "Verify the requests with a Standard Webhooks library. Respond with a 2xx status within 10 seconds. Failed requests are retried for about five hours, with the same webhook-id.",
    end: "To unsubscribe, open meta.unsubscribe or respond with 410.",
    sent: {
      title: "Add the secret to your receiver",
      text: "We'll send a challenge to {url}. Updates start once your receiver answers it. We'll keep trying for about an hour.",
      secret: "This secret verifies our requests. It isn't shown again.",
      once: "Each URL has one subscription per page. If yours already has one, unsubscribe first; this secret won't be used.",
    },
  },
  de: {
    title: "Updates per Webhook",
    about:
      "Wir senden signierte POST-Anfragen mit JSON im Format von Statuspage zu Vorfällen und geplanten Wartungen.",
    invalid: `Geben Sie eine URL wie ${EXAMPLE} ein.`,
    how: "So funktioniert es",
    challenge:
      "Die erste Anfrage hat den Typ subscription.challenge. Geben Sie den Wert von data.challenge als Text zurück oder als challenge in einem JSON-Objekt. Alternativ öffnen Sie data.confirm_url selbst. Vorher senden wir nichts weiter.",
    verify:
      "Prüfen Sie die Anfragen mit einer Bibliothek für Standard Webhooks. Antworten Sie innerhalb von 10 Sekunden mit einem 2xx-Status. Fehlgeschlagene Anfragen werden etwa fünf Stunden lang mit derselben webhook-id wiederholt.",
    end: "Zum Abmelden öffnen Sie meta.unsubscribe oder antworten Sie mit 410.",
    sent: {
      title: "Geheimnis im Empfänger hinterlegen",
      text: "Wir senden eine Challenge an {url}. Updates beginnen, sobald sie beantwortet ist. Wir versuchen es etwa eine Stunde lang.",
      secret: "Mit diesem Geheimnis prüfen Sie unsere Anfragen. Es wird nicht noch einmal angezeigt.",
      once: "Eine URL hat pro Seite ein Abo. Hat Ihre schon eines, melden Sie sie zuerst ab; dieses Geheimnis gilt dann nicht.",
    },
  },
  es: {
    title: "Recibir novedades por webhook",
    about:
      "Enviaremos solicitudes POST firmadas con JSON, en el formato de Statuspage, sobre incidentes y mantenimientos programados.",
    invalid: `Introduzca una URL como ${EXAMPLE}.`,
    how: "Cómo funciona",
    challenge:
      "La primera solicitud es de tipo subscription.challenge. Devuelva el valor de data.challenge como texto o como challenge en un objeto JSON. También puede abrir data.confirm_url. Antes no se envía nada más.",
    verify:
      "Verifique las solicitudes con una biblioteca de Standard Webhooks. Responda con un estado 2xx en un plazo de 10 segundos. Las solicitudes fallidas se repiten durante unas cinco horas con el mismo webhook-id.",
    end: "Para cancelar la suscripción, abra meta.unsubscribe o responda con 410.",
    sent: {
      title: "Añada el secreto a su receptor",
      text: "Enviaremos una solicitud de verificación a {url}. Las novedades empiezan cuando su receptor la responda. Seguiremos intentándolo durante una hora aproximadamente.",
      secret: "Este secreto verifica nuestras solicitudes. No se volverá a mostrar.",
      once: "Cada URL tiene una suscripción por página. Si la suya ya tiene una, cancélela primero; este secreto no se usará.",
    },
  },
  fr: {
    title: "Recevoir les mises à jour par webhook",
    about:
      "Nous enverrons des requêtes POST signées en JSON, au format de Statuspage, sur les incidents et les maintenances planifiées.",
    invalid: `Saisissez une URL comme ${EXAMPLE}.`,
    how: "Fonctionnement",
    challenge:
      "La première requête est de type subscription.challenge. Renvoyez la valeur de data.challenge en texte, ou comme challenge dans un objet JSON. Vous pouvez aussi ouvrir data.confirm_url. Rien d’autre n’est envoyé avant.",
    verify:
      "Vérifiez les requêtes avec une bibliothèque Standard Webhooks. Répondez avec un statut 2xx sous 10 secondes. Les requêtes en échec sont renvoyées pendant environ cinq heures, avec le même webhook-id.",
    end: "Pour vous désabonner, ouvrez meta.unsubscribe ou répondez 410.",
    sent: {
      title: "Ajoutez le secret à votre récepteur",
      text: "Nous allons envoyer une requête de vérification à {url}. Les mises à jour commencent dès que votre récepteur y répond. Nous réessaierons pendant environ une heure.",
      secret: "Ce secret sert à vérifier nos requêtes. Il ne sera plus affiché.",
      once: "Une URL a un seul abonnement par page. Si la vôtre en a déjà un, désabonnez-la d’abord ; ce secret ne sera pas utilisé.",
    },
  },
  it: {
    title: "Ricevi aggiornamenti via webhook",
    about:
      "Invieremo richieste POST firmate con JSON, nel formato di Statuspage, su incidenti e manutenzioni pianificate.",
    invalid: `Inserisci un URL come ${EXAMPLE}.`,
    how: "Come funziona",
    challenge:
      "La prima richiesta è di tipo subscription.challenge. Restituisci il valore di data.challenge come testo, oppure come challenge in un oggetto JSON. In alternativa, apri data.confirm_url. Prima di allora non viene inviato altro.",
    verify:
      "Verifica le richieste con una libreria Standard Webhooks. Rispondi con uno stato 2xx entro 10 secondi. Le richieste non riuscite vengono ripetute per circa cinque ore, con lo stesso webhook-id.",
    end: "Per annullare l’iscrizione, apri meta.unsubscribe o rispondi con 410.",
    sent: {
      title: "Aggiungi il segreto al tuo ricevitore",
      text: "Invieremo una richiesta di verifica a {url}. Gli aggiornamenti iniziano dopo la risposta. Riproveremo per circa un’ora.",
      secret: "Questo segreto verifica le nostre richieste. Non verrà più mostrato.",
      once: "Ogni URL ha una sola iscrizione per pagina. Se il tuo ne ha già una, annullala prima; questo segreto non verrà usato.",
    },
  },
  nl: {
    title: "Updates via webhook",
    about:
      "We sturen ondertekende POST-verzoeken met JSON, in het formaat van Statuspage, over incidenten en gepland onderhoud.",
    invalid: `Voer een URL in zoals ${EXAMPLE}.`,
    how: "Hoe het werkt",
    challenge:
      "Het eerste verzoek heeft het type subscription.challenge. Stuur de waarde van data.challenge terug als tekst, of als challenge in een JSON-object. U kunt ook zelf data.confirm_url openen. Tot dan sturen we niets anders.",
    verify:
      "Controleer de verzoeken met een bibliotheek voor Standard Webhooks. Antwoord binnen 10 seconden met een 2xx-status. Mislukte verzoeken worden ongeveer vijf uur herhaald, met dezelfde webhook-id.",
    end: "Open meta.unsubscribe of antwoord met 410 om u af te melden.",
    sent: {
      title: "Voeg het geheim toe aan uw ontvanger",
      text: "We sturen een verificatieverzoek naar {url}. Updates beginnen zodra dat is beantwoord. We blijven het ongeveer een uur proberen.",
      secret: "Met dit geheim controleert u onze verzoeken. Het wordt niet opnieuw getoond.",
      once: "Een URL heeft één abonnement per pagina. Heeft uw URL er al een, meld die dan eerst af; dit geheim wordt niet gebruikt.",
    },
  },
  pl: {
    title: "Powiadomienia przez webhook",
    about:
      "Będziemy wysyłać podpisane żądania POST z JSON w formacie Statuspage o incydentach i zaplanowanych pracach serwisowych.",
    invalid: `Podaj adres URL, na przykład ${EXAMPLE}.`,
    how: "Jak to działa",
    challenge:
      "Pierwsze żądanie ma typ subscription.challenge. Zwróć wartość data.challenge jako tekst albo jako challenge w obiekcie JSON. Możesz też otworzyć data.confirm_url. Wcześniej nie wysyłamy niczego więcej.",
    verify:
      "Sprawdzaj żądania za pomocą biblioteki Standard Webhooks. Odpowiadaj statusem 2xx w ciągu 10 sekund. Nieudane żądania powtarzamy przez około pięć godzin z tym samym webhook-id.",
    end: "Aby zrezygnować, otwórz meta.unsubscribe lub odpowiedz kodem 410.",
    sent: {
      title: "Dodaj sekret do odbiornika",
      text: "Wyślemy żądanie weryfikacyjne na adres {url}. Powiadomienia zaczną się po odpowiedzi. Będziemy ponawiać próby przez około godzinę.",
      secret: "Ten sekret służy do sprawdzania naszych żądań. Nie pokażemy go ponownie.",
      once: "Adres URL ma jedną subskrypcję na stronę. Jeśli Twój już ją ma, najpierw ją zakończ; ten sekret nie będzie używany.",
    },
  },
  pt: {
    title: "Receber atualizações por webhook",
    about:
      "Enviaremos requisições POST assinadas com JSON, no formato do Statuspage, sobre incidentes e manutenções programadas.",
    invalid: `Informe uma URL como ${EXAMPLE}.`,
    how: "Como funciona",
    challenge:
      "A primeira requisição é do tipo subscription.challenge. Devolva o valor de data.challenge como texto, ou como challenge em um objeto JSON. Você também pode abrir data.confirm_url. Antes disso, nada mais é enviado.",
    verify:
      "Verifique as requisições com uma biblioteca de Standard Webhooks. Responda com um status 2xx em até 10 segundos. Requisições com falha são repetidas por cerca de cinco horas, com o mesmo webhook-id.",
    end: "Para cancelar a assinatura, abra meta.unsubscribe ou responda com 410.",
    sent: {
      title: "Adicione o segredo ao seu receptor",
      text: "Enviaremos uma requisição de verificação para {url}. As atualizações começam assim que ela for respondida. Continuaremos tentando por cerca de uma hora.",
      secret: "Este segredo verifica nossas requisições. Ele não será mostrado novamente.",
      once: "Uma URL tem uma assinatura por página. Se a sua já tem uma, cancele-a primeiro; este segredo não será usado.",
    },
  },
  ar: {
    title: "تلقي التحديثات عبر Webhook",
    about: "سنرسل طلبات POST موقعة بصيغة JSON وبتنسيق Statuspage عن الحوادث والصيانة المجدولة.",
    invalid: `أدخل عنوان URL مثل ${EXAMPLE}.`,
    how: "طريقة العمل",
    challenge:
      "نوع الطلب الأول subscription.challenge. أعد قيمة data.challenge كنص، أو باسم challenge في كائن JSON. يمكنك أيضًا فتح data.confirm_url. لا نرسل شيئًا آخر قبل ذلك.",
    verify:
      "تحقق من الطلبات بإحدى مكتبات Standard Webhooks. أجب بحالة 2xx خلال 10 ثوانٍ. تتكرر الطلبات الفاشلة نحو خمس ساعات بقيمة webhook-id نفسها.",
    end: "لإلغاء الاشتراك، افتح meta.unsubscribe أو أجب بالحالة 410.",
    sent: {
      title: "أضف المفتاح السري إلى المستقبِل",
      text: "سنرسل طلب تحقق إلى {url}. تبدأ التحديثات بعد الرد عليه. سنواصل المحاولة نحو ساعة.",
      secret: "يُستخدم هذا المفتاح السري للتحقق من طلباتنا. لن يظهر مرة أخرى.",
      once: "لكل عنوان URL اشتراك واحد في الصفحة. إذا كان لعنوانك اشتراك، فألغه أولًا؛ لن يُستخدم هذا المفتاح.",
    },
  },
  ja: {
    title: "Webhook で更新を受け取る",
    about:
      "インシデントと予定されたメンテナンスについて、Statuspage 形式の JSON を署名付きの POST リクエストで送信します。",
    invalid: `${EXAMPLE} のような URL を入力してください。`,
    how: "仕組み",
    challenge:
      "最初のリクエストの type は subscription.challenge です。data.challenge の値をテキストで、または JSON オブジェクトの challenge として返してください。data.confirm_url を開いて確認することもできます。それまでは他に何も送信しません。",
    verify:
      "Standard Webhooks のライブラリでリクエストを検証してください。10 秒以内に 2xx で応答してください。失敗したリクエストは、同じ webhook-id で約 5 時間再送されます。",
    end: "解除するには、meta.unsubscribe を開くか、410 で応答してください。",
    sent: {
      title: "受信側にシークレットを設定してください",
      text: "{url} にチャレンジを送信します。応答があると更新の送信が始まります。約 1 時間、繰り返し送信します。",
      secret: "このシークレットでリクエストを検証できます。再表示はされません。",
      once: "1 つの URL の登録はページごとに 1 件です。すでに登録がある場合は先に解除してください。このシークレットは使われません。",
    },
  },
  zh: {
    title: "通过 Webhook 接收更新",
    about: "我们会就事件和计划维护发送带签名的 POST 请求，内容为 Statuspage 格式的 JSON。",
    invalid: `请输入类似 ${EXAMPLE} 的 URL。`,
    how: "工作方式",
    challenge:
      "第一个请求的类型是 subscription.challenge。请以文本形式返回 data.challenge 的值，或在 JSON 对象中以 challenge 返回。也可以打开 data.confirm_url。在此之前我们不会发送其他内容。",
    verify:
      "请使用 Standard Webhooks 的库验证请求，并在 10 秒内以 2xx 状态响应。失败的请求会以相同的 webhook-id 重试约五小时。",
    end: "要取消订阅，请打开 meta.unsubscribe 或以 410 响应。",
    sent: {
      title: "将密钥添加到您的接收端",
      text: "我们将向 {url} 发送验证请求。得到响应后即开始发送更新。我们会在约一小时内不断重试。",
      secret: "此密钥用于验证我们的请求，之后不再显示。",
      once: "每个 URL 在每个页面只有一个订阅。如果您的 URL 已有订阅，请先取消；此密钥不会被使用。",
    },
  },
};
