import { requestIdLength } from '@vermilion/contract/kernel/endpoint'
import { newId } from '#platform/ids'

const pattern = new RegExp(`^[\\w-]{${requestIdLength}}$`)

/** 21 URL-safe characters. */
export function isRequestId(value: unknown): value is string {
  return typeof value === 'string' && pattern.test(value)
}

export function requestIdOf(request: { headers: Readonly<Record<string, string | string[] | undefined>> }): string {
  const input = request.headers['x-request-id']
  return isRequestId(input) ? input : newId()
}
