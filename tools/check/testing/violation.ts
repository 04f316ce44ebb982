import type { Check } from '../check.ts'

export interface Violation {
  readonly check: Check
  readonly files: Readonly<Record<string, string>>
  /** What the check must say. */
  readonly says: RegExp
}
