import { isWriting, type Endpoint } from '@vermilion/contract/kernel/endpoint'
import type { ErrorName } from '@vermilion/contract/kernel/errors'

/** Errors of any call before it reaches its endpoint. */
export const refusals: readonly ErrorName[] = [
  'request.invalid',
  'unauthenticated',
  'endpoint.not-found',
  'request.too-slow',
  'request.too-large',
  'request.address-too-long',
  'request.headers-too-large',
  'internal',
  'server.stopping',
  'server.standby',
  'server.outdated',
  'database.unreachable',
]

export function errorsOf(endpoint: Endpoint): ErrorName[] {
  const { errors = [], public: isPublic, sessionOnly, ...accepted } = endpoint
  const takesSomething = accepted.params !== undefined || accepted.query !== undefined || accepted.body !== undefined
  return [
    ...errors,
    ...(isPublic === true ? [] : (['unauthenticated'] as const)),
    ...(sessionOnly === true ? (['access-token.not-allowed'] as const) : []),
    ...(isWriting(endpoint) && sessionOnly !== true ? (['access-token.read-only'] as const) : []),
    ...(takesSomething ? (['request.invalid'] as const) : []),
  ]
}
