import { failureOfConnection } from '#platform/connection-failure'
import type { ServiceFailure } from '@vermilion/contract/services/failure-names'

export class TestFailed extends Error {
  readonly failure: ServiceFailure
  readonly values: Readonly<Record<string, string>>

  constructor(failure: ServiceFailure, values: Record<string, string> = {}) {
    super(failure)
    this.name = 'TestFailed'
    this.failure = failure
    this.values = values
  }
}

/** Seconds for a whole test, fewer than the console's own timeout. */
export const maxTestSeconds = 20

export function connectionFailure(error: unknown, path: string, signal: AbortSignal): unknown {
  if (error instanceof TestFailed) return error
  if (signal.aborted) {
    const isLate = signal.reason instanceof Error && signal.reason.name === 'TimeoutError'
    return isLate ? new TestFailed('timeout', { seconds: String(maxTestSeconds) }) : new TestFailed('cancelled')
  }
  if (!(error instanceof Error)) return error
  const { failure, values } = failureOfConnection(error, path)
  return new TestFailed(failure, values)
}
