import type { Endpoint } from '@vermilion/contract/kernel/endpoint'
import { Failure } from '@vermilion/contract/kernel/errors'
import type { FastifyRequest } from 'fastify'
import { actionOf, type Audit } from '#platform/audit/audit'
import type { Call, Handle } from './handler.ts'

export const isAudited = ({ method, audited }: Endpoint): boolean => method !== 'GET' && audited !== false

export function callerOf(request: FastifyRequest) {
  const { account, credential } = request.identity ?? {}
  return {
    account: account?.username ?? null,
    credential: credential?.kind ?? null,
    tokenName: credential?.name ?? null,
    address: request.ip,
    requestId: request.id,
  }
}

/** Wraps a handler so that its work leaves an audit entry, in the same transaction where there is one. */
export function auditHandle<E extends Endpoint>(audit: Audit, endpoint: E, handle: Handle<E>): Handle<E> {
  return async (call: Call<E>) => {
    const response = await handle(call)
    const params = { ...(call.params as Record<string, unknown> | undefined), ...identifyResult(endpoint, response) }
    const caller = callerOf(call.request)
    await audit.record({ ...caller, endpoint, params, error: null })
    call.request.log.info({ account: caller.account, action: actionOf(endpoint), objects: params }, 'changed')
    return response
  }
}

function identifyResult({ method, path }: Endpoint, response: unknown): Record<string, string> {
  if (method !== 'POST' || typeof response !== 'object' || response === null) return {}
  const { id, name } = { id: null, name: null, ...response }
  const kind = (path.split('/').at(-1) ?? '')
    .replace(/s$/, '')
    .replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
  return { ...(typeof id === 'string' ? { [`${kind}Id`]: id } : {}), ...(typeof name === 'string' ? { name } : {}) }
}

/** Records a refused call, after its transaction was rolled back. */
export async function auditFailure(audit: Audit, endpoint: Endpoint, call: Call, error: unknown): Promise<void> {
  const reason = error instanceof Failure ? error.reason : 'internal'
  const params = { ...(call.params as Record<string, unknown> | undefined) }
  const caller = callerOf(call.request)
  call.request.log.info({ account: caller.account, action: actionOf(endpoint), objects: params, reason }, 'refused')
  try {
    await audit.record({ ...caller, endpoint, params, error: reason })
  } catch (problem) {
    call.request.log.error({ err: problem }, 'a refused call could not be recorded')
  }
}
