import { fail, Failure } from '@vermilion/contract/kernel/errors'
import type { UploadResult } from '@vermilion/contract/files/uploads'
import type { FastifyRequest } from 'fastify'
import { DatabaseAway, DatabaseClosed } from '#platform/database/engine'
import { failureEnvelope } from '#platform/http/envelope'
import type { WriteResult } from '../storing/file-writer.ts'

export function resultOf(path: string, result: WriteResult | Failure, request: FastifyRequest): UploadResult {
  if (result instanceof Failure) {
    return { path, outcome: 'failed', equals: null, message: failureEnvelope(result, request).message }
  }
  const { file, isWritten, duplicateOf } = result
  return { path: file.path, outcome: isWritten ? 'taken' : 'skipped', equals: duplicateOf, message: null }
}

/** An unexpected error is logged with this message. */
export function asFailure(error: unknown, request: FastifyRequest, message: string): Failure {
  if (error instanceof Failure) return error
  if (error instanceof DatabaseClosed) return fail('server.stopping')
  if (error instanceof DatabaseAway) return fail('database.unreachable')
  request.log.error({ err: error }, message)
  return fail('internal', { requestId: request.id })
}
