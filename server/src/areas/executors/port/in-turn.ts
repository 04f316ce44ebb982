import { createKeyedMutex } from '#platform/mutex'
import type { Executor } from './executor.ts'
import { handleOf } from './run-status.ts'
import type { RunHandle } from './run-status.ts'

type StartOnce = (
  spec: Parameters<Executor['start']>[0],
  handle: RunHandle,
  options: NonNullable<Parameters<Executor['start']>[2]>,
) => Promise<RunHandle>

/** The second start of a run finds what the first made. */
export function createStartInTurn(startOnce: StartOnce): Executor['start'] {
  const inTurn = createKeyedMutex()
  return async (spec, key, options = {}) => {
    const handle = handleOf(spec.name, key)
    return inTurn(handle, () => startOnce(spec, handle, options))
  }
}
