import { type Engine, REAL_ENGINE } from "./histories/virtual-runner";

const { stepRegion, stepIncident } = REAL_ENGINE;

/** Engines with one rule broken each. The tests of the promise must catch every one. */
export const BROKEN_ENGINES = {
  "no scheduled time as key: a repeat counts again": {
    stepIncident,
    stepRegion: (state, result, rules) =>
      stepRegion(
        {
          ...state,
          lastScheduledAt: state.lastScheduledAt === result.scheduledAt ? null : state.lastScheduledAt,
        },
        result,
        rules,
      ),
  },
  "no watermark: a late result counts": {
    stepIncident,
    stepRegion: (state, result, rules) => stepRegion({ ...state, lastScheduledAt: null }, result, rules),
  },
  "no self-check: inconclusive counts as down": {
    stepIncident,
    stepRegion: (state, result, rules) =>
      stepRegion(state, result.outcome === "inconclusive" ? { ...result, outcome: "down" } : result, rules),
  },
  "no dedupe: an open incident is not remembered": {
    stepRegion,
    stepIncident: (regions, rules, _open, decider) => stepIncident(regions, rules, null, decider),
  },
  "no confirmation: the first failure counts": {
    stepIncident,
    stepRegion: (state, result, rules) => stepRegion(state, result, { ...rules, consecutiveFailures: 1 }),
  },
  "quorum off by one": {
    stepRegion,
    stepIncident: (regions, rules, open, decider) =>
      stepIncident(regions, { ...rules, regionsRequired: rules.regionsRequired + 1 }, open, decider),
  },
  "a second failure is forgiven": {
    stepIncident,
    stepRegion: (state, result, rules) =>
      stepRegion(
        state,
        result.outcome === "down" && state.failures === 1 ? { ...result, outcome: "up" } : result,
        rules,
      ),
  },
  "silence is no matter: what a silent region last saw still counts": {
    stepRegion,
    stepIncident: (regions, rules, open, decider) =>
      stepIncident(
        regions.map((region) => ({ ...region, silent: false })),
        rules,
        open,
        decider,
      ),
  },
} satisfies Record<string, Engine>;
