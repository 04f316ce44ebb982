import type { Endpoint, Received } from '@vermilion/contract/kernel/endpoint'
import { fail } from '@vermilion/contract/kernel/errors'
import type { FastifyRequest } from 'fastify'

const parts = ['params', 'query', 'body'] as const

/** Parses a request by the endpoint's schemas. Fails as `request.invalid` with every problem by its field's path. */
export function parseRequest<E extends Endpoint>(endpoint: E, request: FastifyRequest): Received<E> {
  const received: Record<string, unknown> = {}
  const fields: Record<string, string> = {}
  for (const part of parts) {
    const schema = endpoint[part]
    if (schema === undefined) continue
    const parsed = schema.safeParse(request[part] ?? {})
    if (parsed.success) received[part] = parsed.data
    else for (const issue of parsed.error.issues) fields[issue.path.join('.') || part] ??= issue.message
  }
  const [first] = Object.entries(fields)
  if (first !== undefined) throw fail('request.invalid', { detail: `${first[0]}: ${first[1]}`, fields })
  return received as unknown as Received<E>
}
