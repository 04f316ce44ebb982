import { Failure } from '@vermilion/contract/kernel/errors'
import type { UploadResult } from '@vermilion/contract/files/uploads'
import type { FastifyRequest } from 'fastify'
import { failureEnvelope } from '#platform/http/envelope'
import type { Placed } from '../storing/file-writer.ts'

/** What became of a file, as its sender is told. */
export function resultOf(path: string, became: Placed | Failure, request: FastifyRequest): UploadResult {
  if (became instanceof Failure) {
    return { path, outcome: 'failed', equals: null, message: failureEnvelope(became, request).message }
  }
  const { file, taken, equals } = became
  return { path: file.path, outcome: taken ? 'taken' : 'skipped', equals, message: null }
}
