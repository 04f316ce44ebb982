import { successCode, type Envelope, type FailureData } from '@vermilion/contract/kernel/envelope'
import { errorCatalogue, errorStatus, fail, Failure } from '@vermilion/contract/kernel/errors'
import { awayErrors } from '@vermilion/contract/kernel/errors/request-errors'
import { say, sayValue, type Language, type Text } from '@vermilion/contract/kernel/text'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { DatabaseAway, DatabaseClosed } from '#platform/database/engine'
import { languageOf } from './language.ts'

/** Seconds after which a call is sent again. */
export const awaySeconds = 1

export function success<Data>(data: Data, requestId: string): Envelope<Data | null> {
  return { code: successCode, message: 'success', data: data ?? null, requestId }
}

/** Ends a request with a failure in the caller's language; an unexpected error is logged in full and reported by its id. */
export function answerFailure(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const failure = asFailure(error, request, reply)
  const envelope = failureEnvelope(failure, request)
  const status = errorStatus(failure.reason)
  const { seconds } = failure.values
  if (status === 429 && typeof seconds === 'number') void reply.header('retry-after', Math.ceil(seconds))
  if (awayErrors.includes(failure.reason)) void reply.header('retry-after', awaySeconds)
  return reply.status(status).type('application/json; charset=utf-8').send(envelope)
}

export function failureEnvelope(failure: Failure, request: FastifyRequest): Envelope<FailureData> {
  return envelopeOf(failure, languageOf(request), request.id)
}

export function envelopeOf(
  { reason, values: all }: Failure,
  language: Language,
  requestId: string,
): Envelope<FailureData> {
  const entry = errorCatalogue[reason]
  const { fields, ...values } = all
  const data: FailureData = { error: reason, values }
  if (isFields(fields))
    data.fields = Object.fromEntries(
      Object.entries(fields).map(([name, problem]) => [name, sayValue(problem, language)]),
    )
  const message = say(entry.text, language, values)
  return { code: entry.code, message, data, requestId }
}

function asFailure(error: unknown, request: FastifyRequest, reply: FastifyReply): Failure {
  if (error instanceof Failure) return error
  if (error instanceof DatabaseClosed) return fail('server.stopping')
  if (error instanceof DatabaseAway) return fail('database.unreachable')
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500
  if (status === 413) return fail('request.too-large', { limit: bytesText(request.routeOptions.bodyLimit) })
  if (status === 414) return fail('request.address-too-long')
  if (status >= 400 && status < 500 && error instanceof Error) return fail('request.invalid', { detail: error.message })
  const hasCallerLeft = reply.raw.closed && error instanceof Error && error.name === 'AbortError'
  if (hasCallerLeft) request.log.debug('a caller left before the answer')
  else request.log.error({ err: error }, 'a request failed')
  return fail('internal', { requestId: request.id })
}

function bytesText(bytes: number | undefined): string {
  return `${Math.round((bytes ?? 0) / 1024)} KiB`
}

function isFields(value: unknown): value is Record<string, string | Text> {
  return typeof value === 'object' && value !== null
}
