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

/** Work of one key comes one after another. */
export function createTurns() {
  const turns = new Map<string, { enter: Mutex; users: number }>()
  return async <Result>(key: string, work: () => Promise<Result>): Promise<Result> => {
    const turn = turns.get(key) ?? { enter: createMutex(), users: 0 }
    turns.set(key, turn)
    turn.users += 1
    const leave = await turn.enter()
    try {
      return await work()
    } finally {
      leave()
      turn.users -= 1
      if (turn.users === 0) turns.delete(key)
    }
  }
}

/** The second start of a run finds what the first made. */
export function createStartInTurn(startOnce: StartOnce): Executor['start'] {
  const inTurn = createTurns()
  return async (spec, key, options = {}) => {
    const handle = handleOf(spec.name, key)
    return inTurn(handle, () => startOnce(spec, handle, options))
  }
}
