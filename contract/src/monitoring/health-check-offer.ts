import type { Text } from '../kernel/text.ts'

/**
 * What looking costs: nothing, so that it is looked at afresh each time; some seconds; or reading everything again, which only
 * happens when a person asks for it.
 */
export const healthCosts = ['instant', 'light', 'heavy'] as const

export interface HealthCheckOffer {
  readonly title: Text
  /** What is looked at. */
  readonly hint: Text
  /** What to do when it finds something. */
  readonly advice: Text
  /** What a repair does; null where only a person can put it right. */
  readonly repair: Text | null
  readonly cost: (typeof healthCosts)[number]
  /** Of the data folder, which `vermilion doctor` looks at too, or of the server while it runs. */
  readonly of: 'data' | 'server'
}
