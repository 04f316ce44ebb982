import { writeJson } from '#platform/database/columns'
import type { TaskChange } from './store.ts'

/** A change as the columns keep it. */
export function columnsOf({ reason, failure, ...change }: TaskChange) {
  return {
    ...change,
    ...(reason === undefined ? {} : { reason: writeJson(reason) }),
    ...(failure === undefined ? {} : { failure: failure === null ? null : writeJson(failure) }),
  }
}
