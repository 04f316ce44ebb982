import { createHash } from 'node:crypto'
import { argumentSafe } from '#platform/ids'

/** The id of the task that a request orders: the same when the request is repeated, whatever became of its answer. */
export function orderId(account: { id: string }, request: { id: string }): string {
  return argumentSafe(createHash('sha256').update(`${account.id} ${request.id}`).digest('base64url').slice(0, 21))
}
