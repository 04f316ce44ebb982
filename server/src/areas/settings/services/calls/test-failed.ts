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

const byCode: Readonly<Record<string, ServiceFailure>> = {
  ECONNREFUSED: 'connection-refused',
  ENOTFOUND: 'host-unknown',
  EAI_AGAIN: 'host-unknown',
  ECONNRESET: 'closed',
  EPIPE: 'closed',
  EPROTO: 'no-tls',
  ERR_SSL_WRONG_VERSION_NUMBER: 'no-tls',
  ERR_SSL_PACKET_LENGTH_TOO_LONG: 'no-tls',
}

export function connectionFailure(error: unknown, path: string, signal: AbortSignal): unknown {
  if (error instanceof TestFailed) return error
  if (signal.aborted) {
    const isLate = signal.reason instanceof Error && signal.reason.name === 'TimeoutError'
    return isLate ? new TestFailed('timeout', { seconds: String(maxTestSeconds) }) : new TestFailed('cancelled')
  }
  if (!(error instanceof Error)) return error
  const code = 'code' in error ? String(error.code) : ''
  const detail = code === '' ? error.message : code
  if (byCode[code] !== undefined) return new TestFailed(byCode[code], { place: path, detail })
  if (code.startsWith('HPE_')) return new TestFailed('no-http', { place: path, detail })
  if (/CERT|SELF_SIGNED|UNABLE_TO|ISSUER/.test(code)) return new TestFailed('certificate', { place: path, detail })
  return new TestFailed('unreachable', { place: path, detail })
}
