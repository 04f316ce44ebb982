import { createHash } from 'node:crypto'
import { argumentSafe } from '#platform/ids'

/** Derives the task's id from the request, so a repeated request orders the same task. */
export function orderId(account: { id: string }, request: { id: string }): string {
  return argumentSafe(createHash('sha256').update(`${account.id} ${request.id}`).digest('base64url').slice(0, 21))
}
