import { isWriting, type Endpoint } from '@vermilion/contract/kernel/endpoint'
import { fail } from '@vermilion/contract/kernel/errors'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Audit } from '#platform/audit/audit'
import type { StoredResponses } from './answers.ts'
import { auditFailure, auditHandle, isAudited } from './audited.ts'
import { authenticate, authenticateRun, refuseReader, type Authenticator, type RunTokens } from './authentication.ts'
import { endWithCredential } from './end-with-credential.ts'
import { success } from './envelope.ts'
import type { BareAnswer, Call, Handle, Handler, Identity } from './handler.ts'
import { languageOf } from './language.ts'
import { parseRequest } from './parse.ts'
import type { StreamLimit } from './limits/stream-limit.ts'

/** Milliseconds after which a credential is checked again even before a transaction that checks it. */
const maxIdentifiedMs = 100

export interface MountNeeds {
  readonly server: FastifyInstance
  readonly authenticator: Authenticator
  readonly runTokens?: RunTokens | undefined
  readonly answers: StoredResponses
  readonly audit: Audit
  readonly streams: StreamLimit
}

export function mountEndpoint<E extends Endpoint>(needs: MountNeeds, endpoint: E, handler: Handler<E>): void {
  const { server, authenticator, runTokens, answers, audit, streams } = needs
  const givenHandle: Handle<E> = typeof handler === 'function' ? handler : handler.handle
  const isOfRun = endpoint.caller === 'run'
  const isChecked = endpoint.method !== 'GET' && endpoint.public !== true && !isOfRun
  const transaction = typeof handler === 'function' ? 'shared' : handler.transaction
  /** The whole call is one transaction, which checks the credential. */
  const isTransaction =
    isChecked && transaction === 'shared' && endpoint.raw === undefined && endpoint.readOnly !== true
  const ownHandle: Handle<E> =
    isChecked && !isTransaction
      ? (call) => authenticator.act(requireIdentity(call.request), async () => givenHandle(call))
      : givenHandle
  const handle = isAudited(endpoint) ? auditHandle(audit, endpoint, ownHandle) : ownHandle
  const inMemory = typeof handler !== 'function' && handler.inMemory === true
  const isPublic = endpoint.public === true
  const isRaw = endpoint.raw !== undefined
  const isStream = endpoint.raw === 'text/event-stream'

  async function respond(call: Call<E>) {
    const { request, reply } = call
    if (isRaw) {
      reply.type(endpoint.raw ?? '')
      await handle(call)
      return reply
    }
    const { identity } = request
    const response =
      // A call that changes nothing may be repeated.
      identity === undefined || endpoint.method === 'GET' || endpoint.readOnly === true
        ? await handle(call)
        : await answers.once(
            {
              accountId: identity.account.id,
              request,
              transaction,
              inMemory,
              confirm: () => authenticator.confirm(identity),
            },
            async () => handle(call),
          )
    if (endpoint.alternative !== undefined && isBare(response)) {
      await reply.type(endpoint.alternative).send(response.bare)
      return reply
    }
    return success(response, request.id)
  }

  acceptBody(server, endpoint)
  server.route({
    method: endpoint.method,
    url: endpoint.path,
    ...(endpoint.bodyLimit === undefined ? {} : { bodyLimit: endpoint.bodyLimit }),
    ...(isRaw ? { compress: false } : {}),
    async onRequest(request) {
      if (isPublic) return
      if (isOfRun) {
        request.run = await authenticateRun(runTokens, request)
        return
      }
      request.identity = await authenticate(authenticator, request, isRaw && endpoint.method === 'GET')
      const isSession = request.identity.credential.kind === 'session'
      if (endpoint.sessionOnly === true && !isSession) throw fail('access-token.not-allowed')
      if (isWriting(endpoint)) refuseReader(request.identity)
    },
    async handler(request, reply) {
      // The body may arrive long after the headers, so the credential is checked again.
      if (isChecked && (!isTransaction || reply.elapsedTime > maxIdentifiedMs))
        await authenticator.confirm(requireIdentity(request))
      const call = callOf(endpoint, request, reply)
      // An event stream closes itself.
      if (isStream) reply.raw.once('close', streams.acquire(call.account.id))
      else if (endpoint.streamed !== undefined || isRaw) endWithCredential(authenticator, request, reply)
      try {
        if (!isTransaction) return await respond(call)
        return await authenticator.act(requireIdentity(request), () => respond(call), isTransaction)
      } catch (error) {
        if (isAudited(endpoint)) await auditFailure(audit, endpoint, call, error)
        throw error
      }
    },
  })
}

function acceptBody(server: FastifyInstance, { streamed, form }: Endpoint): void {
  if (streamed === undefined && form === undefined) return
  server.removeAllContentTypeParsers()
  if (streamed !== undefined) server.addContentTypeParser('*', (_request, _body, done) => done(null))
  else
    server.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
      done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    )
}

const isBare = (response: unknown): response is BareAnswer =>
  typeof response === 'object' && response !== null && 'bare' in response && response.bare instanceof Uint8Array

function requireIdentity({ identity }: FastifyRequest): Identity {
  if (identity === undefined) throw fail('unauthenticated')
  return identity
}

function callOf<E extends Endpoint>(endpoint: E, request: FastifyRequest, reply: FastifyReply): Call<E> {
  const identity = () => requireIdentity(request)
  let signal: AbortSignal | undefined
  return {
    ...parseRequest(endpoint, request),
    get account() {
      return identity().account
    },
    get credential() {
      return identity().credential
    },
    run: request.run ?? '',
    language: languageOf(request),
    get signal() {
      return (signal ??= abortOfCaller(reply))
    },
    request,
    reply,
  }
}

/** Created on demand: most calls never use it, and it costs as much as a small response. */
function abortOfCaller({ raw }: FastifyReply): AbortSignal {
  if (raw.closed && !raw.writableFinished) return AbortSignal.abort()
  const caller = new AbortController()
  raw.once('close', () => raw.writableFinished || caller.abort())
  return caller.signal
}
