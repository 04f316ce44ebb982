import { fail, type Failure } from '@vermilion/contract/kernel/errors'
import type { Text } from '@vermilion/contract/kernel/text'

/** A path as it is typed, and who opens it. */
export interface TypedPath {
  readonly path: string
  readonly storageId: string | null
  readonly signal?: AbortSignal | undefined
}

/** Milliseconds for a look at what lies elsewhere while its path is typed. */
const maxLookTime = 5_000

const late = {
  en: `there was no answer within ${maxLookTime / 1_000} s`,
  zh: `${maxLookTime / 1_000} 秒内没有响应`,
}

export const unusable = (path: string, reason: Text): Failure => fail('space.path-unusable', { path, reason })

/** Fails with `space.path-unusable` and the problem that the error of `work` is. */
export async function look<Result>(
  { path, signal }: TypedPath,
  work: (until: AbortSignal) => Promise<Result>,
  problemOf: (error: unknown) => Text,
): Promise<Result> {
  const timeout = AbortSignal.timeout(maxLookTime)
  try {
    return await work(AbortSignal.any([timeout, ...(signal ? [signal] : [])]))
  } catch (error) {
    signal?.throwIfAborted()
    throw unusable(path, timeout.aborted ? late : problemOf(error))
  }
}
