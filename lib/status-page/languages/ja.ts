import { durations } from "./durations";
import { outageTitles } from "./outage-titles";
import { plural } from "./plural";
import { refusalWords } from "./refusal-words";
import { repeats } from "./repeats";
import { webhookWords } from "./webhook-words";
import type { Words } from "./words";

export const ja: Words = {
  states: {
    empty: "データなし",
    operational: "正常",
    maintenance: "メンテナンス中",
    degraded_performance: "パフォーマンス低下",
    partial_outage: "一部障害",
    major_outage: "重大な障害",
  },
  progress: {
    unknown: "報告済み",
    investigating: "調査中",
    identified: "原因特定済み",
    monitoring: "経過観察中",
    resolved: "解決済み",
  },
  windows: { scheduled: "予定", in_progress: "実施中", completed: "完了" },
  labeled: (label, text) => `${label}：${text}`,
  reported: (state, title) => `${state}：${title}`,
  inText: (state) => state,
  moment: (day, clock) => `${day} ${clock}`,
  duration: durations("ja", { units: "short", joint: "", tight: true }),
  spent: (state, time) => `${state} ${time}`,
  more: plural("ja", { other: "ほか#件" }),
  outageTitle: outageTitles("ja", {
    service: "サービス",
    others: plural("ja", { other: "ほか#件" }),
    down: (subject) => `${subject}を利用できません`,
    partial: (subject) => `${subject}を一部利用できません`,
    degraded: (subject) => `${subject}のパフォーマンスが低下しています`,
    maintenance: (subject) => `${subject}はメンテナンス中です`,
    notice: (subject) => `お知らせ：${subject}`,
  }),
  overDays: (what, days) => `${what}（過去${days}日間）`,
  sinceDay: (what, day) => `${what}（${day}以降）`,
  availability: "稼働率",
  median: (time) => `中央値 ${time}`,
  under: (time) => `${time}未満`,

  frame: {
    skip: "本文へ移動",
    currentStatus: "現在の状況",
    history: "履歴",
    zone: (zone) => `時刻はすべて${zone}`,
    language: "言語",
    theme: "テーマ",
    themes: { all: "システム", light: "ライト", dark: "ダーク" },
    getUpdates: "更新を受け取る",
    email: "メール",
    subscribe: "登録",
    chooseComponents: "コンポーネントを選ぶ",
    feed: (format) => `${format}フィード`,
    calendar: "メンテナンスカレンダー",
  },

  embed: { close: "閉じる" },

  home: {
    noCurrentData: "最新のデータがありません",
    operational: "すべてのシステムは正常です",
    noKnownProblems: "把握している問題はありません",
    nothingMonitored: "監視対象はまだありません",
    noDataYet: "データはまだありません",
    maintenance: "メンテナンス実施中",
    affectedSince: "{names}（{at}から）",
    checked: "確認：{at}",
    lastChecked: "最終確認：{at}",
    wasOperational: "その時点ではすべて正常でした。",
    components: "コンポーネント",
    paused: "現在は監視していません",
    lowest: (availability) => `最低：${availability}`,
    affectedOf: (count, total) => `${total}件中${count}件に影響`,
    daysAgo: plural("ja", { other: "#日前" }),
    today: "今日",
    lastDays: plural("ja", { other: "過去#日間" }),
    older: "以前のインシデント",
    seeComponents: "上のコンポーネントをご覧ください。",
    moreOutages: plural("ja", { other: "ほか#件の障害" }),
  },

  incident: {
    ongoing: "継続中",
    closed: "終了",
    since: "{at}から",
    lasted: "{at}、継続時間 {duration}",
    affects: (names) => `影響：${names}`,
    nextUpdate: "次の更新：{at}まで",
    missedUpdate: "次の更新予定：{at}まで（遅れています）",
    after: (time) => `発生から${time}`,
    allUpdates: plural("ja", { other: "#件の更新をすべて見る" }),
    updates: "更新",
    noUpdates: "更新は投稿されていません。",
    postMortem: "事後報告",
  },

  maintenance: {
    title: "メンテナンス",
    planned: "予定されたメンテナンス",
    span: "{from}～{to}",
    repeats: repeats("ja", {
      repeats: (days) => `繰り返し：${days}`,
      rule: (rule) => `繰り返しの規則：${rule}`,
      joint: "、",
      weekdays: ["日曜日", "月曜日", "火曜日", "水曜日", "木曜日", "金曜日", "土曜日"],
      days: (every) => (every === 1 ? "毎日" : `${every}日ごと`),
      brackets: ["（", "）"],
      workingDays: "月曜日から金曜日",
      weeks: (every, weekdays) => (every === 1 ? `毎週${weekdays}` : `${every}週間ごとの${weekdays}`),
      months: (every) => (every === 1 ? "毎月" : `${every}か月ごとの`),
      dayOf: (day, months) => `${months}${day}日`,
      lastDayOf: (months) => `${months}末日`,
      weekdayOf: (place, name, months) => (place > 0 ? `${months}第${place}${name}` : `${months}最終${name}`),
      years: (every, date) => (every === 1 ? `毎年${date}` : `${every}年ごとの${date}`),
      nights: (days) => (days === 1 ? "翌日" : `${days}日後`),
      times: plural("ja", { other: "#回" }),
      until: (date) => `${date}まで`,
    }),
    addToCalendar: "カレンダーに追加",
  },

  past: {
    incidents: "過去のインシデント",
    noIncidents: "インシデントはありません。",
    noData: "データがありません。",
    notMonitored: "まだ監視していません。",
    notAll: "このページに表示しきれないインシデントがあります。",
    earlierMonths: "前の月",
    laterMonths: "後の月",
    months: "月",
    goToDate: "日付を指定",
    show: "表示",
  },

  component: {
    monitoredSince: (day) => `${day}から監視`,
    downtime: (time) => `停止時間 ${time}`,
    daysWithProblems: "問題があった日",
    none: "ありません。",
    noDowntime: "停止なし",
    responseTime: "応答時間",
    hours: plural("ja", { other: "#時間" }),
    days: plural("ja", { other: "#日間" }),
    percentile95: (time) => `95パーセンタイル ${time}`,
    calendar: "カレンダー",
  },

  zone: { title: "タイムゾーン", about: "このページの時刻を表示するタイムゾーン", save: "保存" },

  missing: {
    title: "ページが見つかりません",
    text: "このアドレスには何もありません。",
    seeStatus: "現在の状況を見る",
  },

  aged: {
    updated: "最終更新：{at}。",
    reason:
      "それ以降このページを更新できていないため、情報が古い可能性があります。できるだけ早く更新されます。",
  },

  access: {
    askPassword: "このページを見るにはパスワードを入力してください",
    private: "このページは非公開です",
    askLink: "このアドレスを共有した人に、アクセス用のリンクをお尋ねください。",
    password: "パスワード",
    wrong: "パスワードが違います。もう一度お試しください。",
    submit: "続ける",
  },

  subscription: {
    title: "更新をメールで受け取る",
    about: "インシデントの報告、更新、解決の際と、予定されたメンテナンスについてメールをお送りします。",
    address: "メールアドレス",
    invalid: "ada@example.com のような有効なメールアドレスを入力してください。",
    consent: "登録を確認するリンクをメールでお送りします。どのメールからもワンクリックで登録を解除できます。",
    choose: "受け取る内容を選ぶ",
    kinds: "通知の種類",
    bothKinds: "両方を受け取る場合は何も選択しないでください。",
    incidents: "インシデント",
    chooseNone: "何も選ばないと、後から追加されるものも含めてすべての更新が届きます。",
    allOf: (group) => `${group} のすべて`,
    asked: {
      title: "受信トレイをご確認ください",
      text: "{email} に確認メールをお送りします（過去24時間以内に送信済みの場合を除きます）。メール内のリンクを開いて登録を確認してください。それまでは、ほかのメールは届きません。",
      missing:
        "数分たっても届かない場合は、迷惑メールフォルダーをご確認ください。確認メールは1日に1通までお送りします。",
    },
    back: "ステータスページに戻る",
    confirm: {
      title: "登録の確認",
      text: "インシデントと予定されたメンテナンスについて通知をお送りします。登録はいつでも解除できます。",
      submit: "確認する",
    },
    confirmed: {
      title: "登録が完了しました",
      text: "今後、通知をお送りします。どの通知にも、登録を解除するリンクがあります。",
    },
    manage: {
      title: "登録内容",
      text: "更新は {email} に送信されます。",
      saved: "保存しました。",
      save: "保存",
    },
    leave: { title: "登録を解除", text: "今後、通知は届かなくなり、アドレスは削除されます。" },
    left: { title: "登録を解除しました", text: "今後、通知は届きません。アドレスは削除されました。" },
    stale: {
      title: "このリンクは使えなくなりました",
      text: "登録が終了したか、7日以内に確認されませんでした。",
      again: "もう一度登録する",
    },
  },

  webhook: webhookWords.ja,

  refusal: refusalWords.ja,

  mail: {
    since: "開始",
    affects: "影響",
    nextUpdate: "次の更新期限",
    lasted: "継続時間",
    from: "開始",
    to: "終了",
    removed: "このインシデントはページから削除されました。",
    viewIncident: "インシデントを見る",
    viewMaintenance: "メンテナンスを見る",
    viewPage: "ステータスページを見る",
    windows: {
      scheduled: "メンテナンス予定",
      reminder: "メンテナンスのリマインダー",
      in_progress: "メンテナンス開始",
      completed: "メンテナンス完了",
      cancelled: "メンテナンス中止",
    },
    reason: (page) => `${page}の更新に登録されています`,
    manage: "登録の管理",
    unsubscribe: "登録を解除",
    confirm: {
      title: (page) => `${page}の登録を確認してください`,
      asked: (page) => `${page}のインシデントとメンテナンスのメールについて、登録の申し込みがありました。`,
      ignore:
        "確認されるまで更新は送信されません。お心当たりがない場合は、このメールを無視してください。アドレスは7日後に削除されます。",
      submit: "登録を確認する",
    },
    known: {
      title: (page) => `${page}にはすでに登録されています`,
      text: "もう一度登録の申し込みがありました。内容は変わっていません。",
    },
  },

  feed: {
    about: "これはフィードです。更新を受け取るには、このアドレスをフィードリーダーに登録してください。",
    affects: (names) => `影響：${names}。`,
    span: (from, to) => `${from}から${to}まで。`,
    since: (from) => `${from}から。`,
    calendar: (page) => `${page}：メンテナンス`,
  },
};
