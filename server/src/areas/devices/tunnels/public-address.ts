import { fail } from '@vermilion/contract/kernel/errors'
import type { FastifyRequest } from 'fastify'
import { isPlainAddress } from './script.ts'

/** This server's address as the client sees it. Fails as `enrolment.address-unusable` when unsafe in a shell script. */
export function addressOf(request: FastifyRequest): { origin: string; host: string } {
  const origin = `${request.protocol}://${request.host}`
  if (!isPlainAddress(origin)) throw fail('enrolment.address-unusable')
  return { origin, host: request.hostname.replace(/^\[(.*)\]$/, '$1') }
}
