import { durations } from "./durations";
import { outageTitles } from "./outage-titles";
import { plural } from "./plural";
import { repeats } from "./repeats";
import type { Words } from "./words";

const ORDINALS: Record<number, string> = { 1: "أول", 2: "ثاني", 3: "ثالث", 4: "رابع", 5: "خامس" };

/** Returns a number of days as it reads after a preposition: `يومين`, `3 أيام`, `90 يومًا`. */
const dayCount = plural("ar", {
  zero: "# أيام",
  one: "يوم",
  two: "يومين",
  few: "# أيام",
  many: "# يومًا",
  other: "# يوم",
});

export const ar: Words = {
  states: {
    empty: "لا توجد بيانات",
    operational: "يعمل",
    maintenance: "قيد الصيانة",
    degraded_performance: "أداء منخفض",
    partial_outage: "انقطاع جزئي",
    major_outage: "انقطاع كبير",
  },
  progress: {
    unknown: "تم الإبلاغ",
    investigating: "قيد التحقيق",
    identified: "تم تحديد السبب",
    monitoring: "قيد المراقبة",
    resolved: "تم الحل",
  },
  windows: { scheduled: "مجدولة", in_progress: "جارية", completed: "مكتملة" },
  labeled: (label, text) => `${label}: ${text}`,
  inText: (state) => state,
  moment: (day, clock) => `${day}، ${clock}`,
  duration: durations("ar", { units: "long", joint: " و" }),
  more: plural("ar", {
    zero: "# أخرى",
    one: "واحد آخر",
    two: "اثنان آخران",
    few: "# أخرى",
    many: "# أخرى",
    other: "# أخرى",
  }),
  outageTitle: outageTitles("ar", {
    service: "خدمتنا",
    others: plural("ar", {
      zero: "# مكونات أخرى",
      one: "مكوّن آخر",
      two: "مكوّنان آخران",
      few: "# مكونات أخرى",
      many: "# مكوّنًا آخر",
      other: "# مكوّن آخر",
    }),
    down: (subject) => `الخدمة غير متاحة: ${subject}`,
    partial: (subject) => `الخدمة غير متاحة جزئيًا: ${subject}`,
    degraded: (subject) => `أداء منخفض: ${subject}`,
    maintenance: (subject) => `صيانة: ${subject}`,
    notice: (subject) => `تنبيه: ${subject}`,
  }),
  overDays: (what, days) => `${what} خلال ${dayCount(days)}`,
  sinceDay: (what, day) => `${what} منذ ${day}`,
  availability: "نسبة التوفر",
  median: (time) => `الوسيط ${time}`,
  under: (time) => `أقل من ${time}`,

  frame: {
    skip: "الانتقال إلى المحتوى",
    currentStatus: "الحالة الحالية",
    history: "السجل",
    zone: (zone) => `جميع الأوقات بتوقيت ${zone}`,
    language: "اللغة",
    getUpdates: "تلقي التحديثات",
    email: "البريد الإلكتروني",
    subscribe: "اشتراك",
    chooseComponents: "اختيار المكونات",
    feed: (format) => `موجز ${format}`,
    calendar: "تقويم الصيانة",
  },

  home: {
    noCurrentData: "لا توجد بيانات حديثة",
    operational: "جميع الأنظمة تعمل",
    nothingMonitored: "لا شيء قيد المراقبة بعد",
    noDataYet: "لا توجد بيانات بعد",
    maintenance: "الصيانة جارية",
    affectedSince: "{names} منذ {at}",
    checked: "تم الفحص: {at}",
    lastChecked: "آخر فحص: {at}",
    wasOperational: "كانت جميع الأنظمة تعمل حينها.",
    components: "المكونات",
    paused: "غير مراقب حاليًا",
    lowest: (availability) => `الأدنى: ${availability}`,
    affectedOf: (count, total) => `متأثر: ${count} من ${total}`,
    daysAgo: (days) => `قبل ${dayCount(days)}`,
    today: "اليوم",
    lastDays: plural("ar", {
      zero: "آخر # أيام",
      one: "آخر يوم",
      two: "آخر يومين",
      few: "آخر # أيام",
      many: "آخر # يومًا",
      other: "آخر # يوم",
    }),
    older: "حوادث أقدم",
    ongoingAbove: "مستمر. انظر أعلاه.",
    seeComponents: "انظر المكونات أعلاه.",
    moreOutages: plural("ar", {
      zero: "و# انقطاعات أخرى",
      one: "وانقطاع آخر",
      two: "وانقطاعان آخران",
      few: "و# انقطاعات أخرى",
      many: "و# انقطاعًا آخر",
      other: "و# انقطاع آخر",
    }),
  },

  incident: {
    ongoing: "مستمر",
    recovered: "تمت الاستعادة",
    since: "منذ {at}",
    lasted: "{at}، المدة: {duration}",
    affects: (names) => `يؤثر على ${names}`,
    nextUpdate: "التحديث التالي قبل {at}",
    missedUpdate: "كان التحديث التالي متوقعًا قبل {at}",
    after: (time) => `بعد ${time} من البداية`,
    allUpdates: plural("ar", {
      zero: "لا تحديثات",
      one: "تحديث واحد",
      two: "التحديثان",
      few: "كل التحديثات (#)",
      many: "كل التحديثات (#)",
      other: "كل التحديثات (#)",
    }),
    updates: "التحديثات",
    noUpdates: "لم تُنشر أي تحديثات.",
    postMortem: "تحليل ما بعد الحادث",
  },

  maintenance: {
    title: "الصيانة",
    planned: "صيانة مجدولة",
    span: "من {from} إلى {to}",
    repeats: repeats("ar", {
      repeats: (days) => `تتكرر ${days}`,
      rule: (rule) => `تتكرر حسب القاعدة ${rule}`,
      joint: "، ",
      weekdays: ["الأحد", "الاثنين", "الثلاثاء", "الأربعاء", "الخميس", "الجمعة", "السبت"],
      days: (every) => (every === 1 ? "كل يوم" : `كل ${dayCount(every)}`),
      workingDays: "من الاثنين إلى الجمعة",
      weeks: (every, weekdays) =>
        every === 1
          ? `كل ${weekdays}`
          : `كل ${plural("ar", { zero: "# أسابيع", one: "أسبوع", two: "أسبوعين", few: "# أسابيع", many: "# أسبوعًا", other: "# أسبوع" })(every)}: ${weekdays}`,
      months: plural("ar", {
        zero: "كل # أشهر",
        one: "كل شهر",
        two: "كل شهرين",
        few: "كل # أشهر",
        many: "كل # شهرًا",
        other: "كل # شهر",
      }),
      dayOf: (day, months) => `${months} في اليوم ${day}`,
      lastDayOf: (months) => `${months} في اليوم الأخير`,
      weekdayOf: (place, name, months) =>
        `${months} في ${ORDINALS[place] ?? "آخر"} يوم ${name.replace(/^ال/, "")}`,
      years: (every, date) =>
        `${plural("ar", { zero: "كل # سنوات", one: "كل سنة", two: "كل سنتين", few: "كل # سنوات", many: "كل # سنة", other: "كل # سنة" })(every)} في ${date}`,
      nights: (days) => (days === 1 ? "في اليوم التالي" : `بعد ${dayCount(days)}`),
      times: plural("ar", {
        zero: "# مرات",
        one: "مرة واحدة",
        two: "مرتين",
        few: "# مرات",
        many: "# مرة",
        other: "# مرة",
      }),
      until: (date) => `حتى ${date}`,
    }),
    addToCalendar: "إضافة إلى التقويم",
  },

  past: {
    incidents: "الحوادث السابقة",
    noIncidents: "لا حوادث.",
    noData: "لا توجد بيانات.",
    notMonitored: "لم تبدأ المراقبة بعد.",
    earlierMonths: "الأشهر السابقة",
  },

  component: {
    monitoredSince: (day) => `مراقب منذ ${day}`,
    downtime: (time) => `مدة الانقطاع: ${time}`,
    daysWithDowntime: "أيام بها انقطاع",
    none: "لا يوجد.",
    noDowntime: "بلا انقطاع",
  },

  missing: {
    title: "الصفحة غير موجودة",
    text: "لا يوجد شيء في هذا العنوان.",
    seeStatus: "عرض الحالة الحالية",
  },

  aged: {
    updated: "آخر تحديث: {at}.",
    reason: "لم تتمكن هذه الصفحة من التحديث منذ ذلك الحين، وقد تكون قديمة. ستُحدَّث في أقرب وقت ممكن.",
  },

  access: {
    askPassword: "أدخل كلمة المرور لعرض هذه الصفحة",
    private: "هذه الصفحة خاصة",
    askLink: "اطلب رابط وصول من الشخص الذي شارك هذا العنوان.",
    password: "كلمة المرور",
    wrong: "كلمة المرور خاطئة. حاول مرة أخرى.",
    submit: "متابعة",
  },

  subscription: {
    title: "تلقي التحديثات بالبريد الإلكتروني",
    about: "سنراسلك عند الإبلاغ عن حادث أو تحديثه أو حله، وبشأن الصيانة المجدولة.",
    address: "عنوان البريد الإلكتروني",
    invalid: "أدخل عنوان بريد إلكتروني صالحًا، مثل ada@example.com.",
    consent: "سنرسل إليك رابطًا لتأكيد اشتراكك. يمكنك إلغاء الاشتراك بنقرة واحدة من أي رسالة.",
    chooseNone: "لا تحدد شيئًا لتلقي كل التحديثات، بما فيها تحديثات المكونات التي تُضاف لاحقًا.",
    asked: {
      title: "تحقق من بريدك الوارد",
      text: "أرسلنا رسالة إلى {email}. افتح الرابط الموجود فيها لتأكيد اشتراكك. لن نرسل إليك شيئًا آخر قبل ذلك.",
      missing:
        "لم تصلك بعد بضع دقائق؟ تحقق من مجلد الرسائل غير المرغوب فيها. نرسل رسالة تأكيد واحدة يوميًا على الأكثر.",
    },
    back: "العودة إلى صفحة الحالة",
    confirm: {
      title: "تأكيد اشتراكك",
      text: "سنراسلك بشأن الحوادث والصيانة المجدولة. يمكنك إلغاء الاشتراك في أي وقت.",
      submit: "تأكيد",
    },
    confirmed: {
      title: "تم تأكيد اشتراكك",
      text: "سنراسلك من الآن فصاعدًا. تحتوي كل رسالة على روابط لتغيير اشتراكك أو إلغائه.",
    },
    manage: { title: "اشتراكك", text: "تُرسل التحديثات إلى {email}.", saved: "تم الحفظ.", save: "حفظ" },
    leave: { title: "إلغاء الاشتراك", text: "لن تصلك رسائل أخرى، وسيُحذف عنوانك." },
    left: { title: "تم إلغاء اشتراكك", text: "لن تصلك رسائل أخرى، وقد حُذف عنوانك." },
    stale: {
      title: "هذا الرابط لم يعد يعمل",
      text: "ربما انتهى الاشتراك أو لم يُؤكَّد خلال سبعة أيام.",
      again: "الاشتراك من جديد",
    },
  },

  mail: {
    since: "منذ",
    affects: "يؤثر على",
    nextUpdate: "التحديث التالي قبل",
    lasted: "المدة",
    from: "من",
    to: "إلى",
    viewIncident: "عرض الحادث",
    viewMaintenance: "عرض الصيانة",
    viewPage: "عرض صفحة الحالة",
    windows: {
      scheduled: "صيانة مجدولة",
      in_progress: "بدأت الصيانة",
      completed: "اكتملت الصيانة",
      cancelled: "أُلغيت الصيانة",
    },
    reason: (page) => `أنت مشترك في ${page}`,
    manage: "إدارة الاشتراك",
    unsubscribe: "إلغاء الاشتراك",
    confirm: {
      title: (page) => `أكّد اشتراكك في ${page}`,
      asked: (page) => `طلب شخص ما، ربما أنت، تلقي رسائل عن الحوادث والصيانة من ${page}.`,
      ignore: "لن نرسل أي تحديثات حتى تؤكد. إذا لم تكن أنت، فتجاهل هذه الرسالة. سيُحذف عنوانك بعد سبعة أيام.",
      submit: "تأكيد الاشتراك",
    },
    known: {
      title: (page) => `أنت مشترك بالفعل في ${page}`,
      text: "طلب شخص ما، ربما أنت، الاشتراك من جديد. لم يتغير شيء.",
    },
  },

  feed: {
    affects: (names) => `يؤثر على ${names}.`,
    span: (from, to) => `من ${from} إلى ${to}.`,
    since: (from) => `منذ ${from}.`,
    calendar: (page) => `${page}: الصيانة`,
  },
};
