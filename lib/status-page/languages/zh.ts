import { durations } from "./durations";
import { outageTitles } from "./outage-titles";
import { plural } from "./plural";
import { refusalWords } from "./refusal-words";
import { repeats } from "./repeats";
import { webhookWords } from "./webhook-words";
import type { Words } from "./words";

export const zh: Words = {
  states: {
    empty: "无数据",
    operational: "正常",
    maintenance: "维护中",
    degraded_performance: "性能下降",
    partial_outage: "部分中断",
    major_outage: "严重中断",
  },
  progress: {
    unknown: "已报告",
    investigating: "调查中",
    identified: "已确定原因",
    monitoring: "观察中",
    resolved: "已解决",
  },
  windows: { scheduled: "已计划", in_progress: "进行中", completed: "已完成" },
  labeled: (label, text) => `${label}：${text}`,
  inText: (state) => state,
  moment: (day, clock) => `${day} ${clock}`,
  duration: durations("zh", { units: "short", joint: "", tight: true }),
  spent: (state, time) => `${state}，${time}`,
  more: plural("zh", { other: "另外 # 项" }),
  outageTitle: outageTitles("zh", {
    service: "我们的服务",
    others: plural("zh", { other: "另外 # 个组件" }),
    down: (subject) => `${subject} 不可用`,
    partial: (subject) => `${subject} 部分不可用`,
    degraded: (subject) => `${subject} 性能下降`,
    maintenance: (subject) => `${subject} 维护中`,
    notice: (subject) => `通知：${subject}`,
  }),
  overDays: (what, days) => `${what}（最近 ${days} 天）`,
  sinceDay: (what, day) => `${what}（自 ${day} 起）`,
  availability: "可用率",
  median: (time) => `中位数 ${time}`,
  under: (time) => `不到 ${time}`,

  frame: {
    skip: "跳到内容",
    currentStatus: "当前状态",
    history: "历史记录",
    zone: (zone) => `所有时间均为 ${zone}`,
    language: "语言",
    getUpdates: "获取更新",
    email: "电子邮件",
    subscribe: "订阅",
    chooseComponents: "选择组件",
    feed: (format) => `${format} 订阅源`,
    calendar: "维护日历",
  },

  embed: { close: "关闭" },

  home: {
    noCurrentData: "没有最新数据",
    operational: "所有系统运行正常",
    noKnownProblems: "没有已知问题",
    nothingMonitored: "尚未监控任何内容",
    noDataYet: "尚无数据",
    maintenance: "正在维护",
    affectedSince: "{names}，自 {at} 起",
    checked: "检查时间：{at}",
    lastChecked: "上次检查：{at}",
    wasOperational: "当时所有系统运行正常。",
    components: "组件",
    paused: "目前未监控",
    lowest: (availability) => `最低：${availability}`,
    affectedOf: (count, total) => `${total} 项中 ${count} 项受影响`,
    daysAgo: plural("zh", { other: "# 天前" }),
    today: "今天",
    lastDays: plural("zh", { other: "最近 # 天" }),
    older: "更早的事件",
    ongoingAbove: "仍在进行，请见上文。",
    seeComponents: "请见上方的组件。",
    moreOutages: plural("zh", { other: "还有 # 次中断" }),
  },

  incident: {
    ongoing: "进行中",
    recovered: "已恢复",
    since: "自 {at} 起",
    lasted: "{at}，持续 {duration}",
    affects: (names) => `影响 ${names}`,
    nextUpdate: "下次更新不晚于 {at}",
    missedUpdate: "下次更新原定不晚于 {at}",
    after: (time) => `开始后 ${time}`,
    allUpdates: plural("zh", { other: "全部 # 条更新" }),
    updates: "更新",
    noUpdates: "没有发布更新。",
    postMortem: "事后分析",
  },

  maintenance: {
    title: "维护",
    planned: "计划维护",
    span: "{from} 至 {to}",
    repeats: repeats("zh", {
      repeats: (days) => `重复：${days}`,
      rule: (rule) => `重复规则：${rule}`,
      joint: "，",
      weekdays: ["星期日", "星期一", "星期二", "星期三", "星期四", "星期五", "星期六"],
      days: (every) => (every === 1 ? "每天" : `每 ${every} 天`),
      workingDays: "星期一至星期五",
      weeks: (every, weekdays) => (every === 1 ? `每周${weekdays}` : `每 ${every} 周的${weekdays}`),
      months: (every) => (every === 1 ? "每月" : `每 ${every} 个月的`),
      dayOf: (day, months) => `${months} ${day} 日`,
      lastDayOf: (months) => `${months}最后一天`,
      weekdayOf: (place, name, months) =>
        place > 0 ? `${months}第 ${place} 个${name}` : `${months}最后一个${name}`,
      years: (every, date) => (every === 1 ? `每年 ${date}` : `每 ${every} 年的 ${date}`),
      nights: (days) => (days === 1 ? "次日" : `${days} 天后`),
      times: plural("zh", { other: "共 # 次" }),
      until: (date) => `至 ${date}`,
    }),
    addToCalendar: "添加到日历",
  },

  past: {
    incidents: "过往事件",
    noIncidents: "没有事件。",
    noData: "无数据。",
    notMonitored: "尚未监控。",
    notAll: "还有更多事件未在本页列出。",
    earlierMonths: "更早的月份",
    laterMonths: "更晚的月份",
    months: "月份",
    goToDate: "转到日期",
    show: "显示",
  },

  component: {
    monitoredSince: (day) => `自 ${day} 起监控`,
    downtime: (time) => `停机 ${time}`,
    daysWithDowntime: "有停机的日子",
    none: "无。",
    noDowntime: "无停机",
    responseTime: "响应时间",
    hours: plural("zh", { other: "# 小时" }),
    days: plural("zh", { other: "# 天" }),
    percentile95: (time) => `第 95 百分位 ${time}`,
    calendar: "日历",
  },

  zone: { title: "时区", about: "本页时间所用的时区", save: "保存" },

  missing: {
    title: "找不到页面",
    text: "此地址没有内容。",
    seeStatus: "查看当前状态",
  },

  aged: {
    updated: "上次更新：{at}。",
    reason: "此后本页面一直无法刷新，内容可能已过时。页面会尽快更新。",
  },

  access: {
    askPassword: "请输入密码以查看此页面",
    private: "此页面不公开",
    askLink: "请向分享此地址的人索取访问链接。",
    password: "密码",
    wrong: "密码错误，请重试。",
    submit: "继续",
  },

  subscription: {
    title: "通过电子邮件获取更新",
    about: "事件报告、更新或解决时，以及有计划维护时，我们会给您发送邮件。",
    address: "电子邮件地址",
    invalid: "请输入有效的电子邮件地址，例如 ada@example.com。",
    consent: "我们会向您发送确认订阅的链接。您可以在任何一封邮件中一键退订。",
    choose: "选择接收内容",
    kinds: "更新类型",
    bothKinds: "都不勾选则接收两者。",
    incidents: "事件",
    chooseNone: "不勾选任何组件即可获取全部更新，包括以后添加的组件。",
    allOf: (group) => `${group} 的全部组件`,
    asked: {
      title: "请查看您的收件箱",
      text: "我们已向 {email} 发送了一封邮件。请打开其中的链接确认订阅。在此之前，我们不会再发送其他邮件。",
      missing: "几分钟后仍未收到？请查看垃圾邮件文件夹。我们每天最多发送一封确认邮件。",
    },
    back: "返回状态页面",
    confirm: {
      title: "确认订阅",
      text: "我们会就事件和计划维护给您发送通知。您可以随时退订。",
      submit: "确认",
    },
    confirmed: {
      title: "订阅成功",
      text: "从现在起我们会给您发送通知。每条通知都有退订链接。",
    },
    manage: { title: "您的订阅", text: "更新会发送至 {email}。", saved: "已保存。", save: "保存" },
    leave: { title: "退订", text: "您将不再收到通知，您的地址也会被删除。" },
    left: { title: "已退订", text: "您将不再收到通知，您的地址已被删除。" },
    stale: {
      title: "此链接已失效",
      text: "订阅可能已结束，或未在七天内确认。",
      again: "重新订阅",
    },
  },

  webhook: webhookWords.zh,

  refusal: refusalWords.zh,

  mail: {
    since: "开始时间",
    affects: "影响",
    nextUpdate: "下次更新不晚于",
    lasted: "持续时间",
    from: "开始",
    to: "结束",
    viewIncident: "查看事件",
    viewMaintenance: "查看维护",
    viewPage: "查看状态页面",
    windows: {
      scheduled: "维护已计划",
      reminder: "维护提醒",
      in_progress: "维护已开始",
      completed: "维护已完成",
      cancelled: "维护已取消",
    },
    reason: (page) => `您已订阅 ${page}`,
    manage: "管理订阅",
    unsubscribe: "退订",
    confirm: {
      title: (page) => `确认订阅 ${page}`,
      asked: (page) => `有人（可能是您）申请接收 ${page} 的事件和维护邮件。`,
      ignore: "在您确认之前，我们不会发送更新。如果不是您本人操作，请忽略此邮件。您的地址将在七天后删除。",
      submit: "确认订阅",
    },
    known: {
      title: (page) => `您已经订阅了 ${page}`,
      text: "有人（可能是您）再次申请订阅。没有任何改变。",
    },
  },

  feed: {
    affects: (names) => `影响 ${names}。`,
    span: (from, to) => `从 ${from} 到 ${to}。`,
    since: (from) => `自 ${from} 起。`,
    calendar: (page) => `${page}：维护`,
  },
};
