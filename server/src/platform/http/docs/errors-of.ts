import { isWriting, type Endpoint } from '@vermilion/contract/kernel/endpoint'
import type { ErrorName } from '@vermilion/contract/kernel/errors'

/** What any call may be refused with before its endpoint hears of it. */
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
]

/** Every error that a call may answer: its own, and those of whatever stands before its handler. */
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
