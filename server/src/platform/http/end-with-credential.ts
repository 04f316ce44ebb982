import { fail } from '@vermilion/contract/kernel/errors'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Authenticator } from './authentication.ts'
import { refuseUnderWay } from './raw-refusal.ts'

export function endWithCredential(authenticator: Authenticator, request: FastifyRequest, reply: FastifyReply): void {
  if (request.identity === undefined || reply.raw.closed) return
  const end = () => refuseUnderWay(fail('unauthenticated'), request, reply)
  reply.raw.once('close', authenticator.watch(request.identity.credential, end))
}
