import type { Text } from '../kernel/text.ts'

/** Cost of a check. `instant` runs on each view; `light` takes seconds; `heavy` reads everything and runs only on request. */
export const healthCosts = ['instant', 'light', 'heavy'] as const

export interface HealthCheckOffer {
  readonly title: Text
  readonly hint: Text
  readonly advice: Text
  /** Text about the repair; null when only a person can fix it. */
  readonly repair: Text | null
  readonly cost: (typeof healthCosts)[number]
  /** `data` checks concern the data folder and also run in `vermilion doctor`; `server` checks need the running server. */
  readonly of: 'data' | 'server'
}
