import { createMutex } from '#platform/mutex'
import type { Mutex } from '#platform/mutex'
import type { Executor } from './executor.ts'
import { handleOf } from './run-status.ts'
import type { RunHandle } from './run-status.ts'

type StartOnce = (
  spec: Parameters<Executor['start']>[0],
  handle: RunHandle,
  options: NonNullable<Parameters<Executor['start']>[2]>,
) => Promise<RunHandle>

/** Starts of one run come one after another, so that the second finds what the first made. */
export function createStartInTurn(startOnce: StartOnce): Executor['start'] {
  const turns = new Map<RunHandle, { enter: Mutex; users: number }>()
  return async (spec, key, options = {}) => {
    const handle = handleOf(spec.name, key)
    const turn = turns.get(handle) ?? { enter: createMutex(), users: 0 }
    turns.set(handle, turn)
    turn.users += 1
    const leave = await turn.enter()
    try {
      return await startOnce(spec, handle, options)
    } finally {
      leave()
      turn.users -= 1
      if (turn.users === 0) turns.delete(handle)
    }
  }
}
