import type { ServiceFailure } from '@vermilion/contract/services/failure-names'

export interface ReportedFailure {
  readonly failure: ServiceFailure
  /** What fills the text of the failure. */
  readonly values: Readonly<Record<string, string>>
}

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

/** What it means that a service gave no answer. */
export function failureOfConnection(error: Error, host: string): ReportedFailure {
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  const values = { place: host, detail: code === '' ? error.message : code }
  if (byCode[code] !== undefined) return { failure: byCode[code], values }
  if (code.startsWith('HPE_')) return { failure: 'no-http', values }
  if (/CERT|SELF_SIGNED|UNABLE_TO|ISSUER/.test(code)) return { failure: 'certificate', values }
  return { failure: 'unreachable', values }
}
