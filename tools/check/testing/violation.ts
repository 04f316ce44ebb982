import type { Check } from '../check.ts'

export interface Violation {
  readonly check: Check
  readonly files: Readonly<Record<string, string>>
  /** Expected message of the check. */
  readonly says: RegExp
}
