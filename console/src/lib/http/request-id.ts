import { requestIdLength } from '@vermilion/contract/kernel/endpoint'
import { nanoid } from 'nanoid'

/** A new `x-request-id`. A call repeated after a broken connection keeps its id. */
export function newRequestId(): string {
  return nanoid(requestIdLength)
}
