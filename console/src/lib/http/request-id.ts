import { requestIdLength } from '@vermilion/contract/kernel/endpoint'
import { nanoid } from 'nanoid'

/** A fresh `x-request-id`. A call that is repeated after a broken connection keeps the one it had. */
export function newRequestId(): string {
  return nanoid(requestIdLength)
}
