import { Failure } from '@vermilion/contract/kernel/errors'
import type { Tasks } from '#areas/tasks'
import type { Cleaner } from './candidate.ts'

export type UnusedEnvironments = Pick<Tasks['environments'], 'unused'>

/** A task may take one between the look and its removal, which then fails: it stays. */
export const environmentCleaner = ({ unused }: UnusedEnvironments): Cleaner => ({
  preview: unused,
  async *clean(signal) {
    for await (const { name, bytes, remove } of unused()) {
      signal.throwIfAborted()
      const isGone = await remove().then(
        () => true,
        (error: unknown) => {
          if (!(error instanceof Failure)) throw error
          return false
        },
      )
      if (isGone) yield { name, bytes }
    }
  },
})
