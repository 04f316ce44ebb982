import type { Failure } from '@vermilion/contract/kernel/errors'
import type { Database } from './database.ts'

/** Fails as `failure` where `work` violates a unique index. */
export async function unlessDuplicate<Result>(
  database: Pick<Database, 'isDuplicate'>,
  failure: Failure,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    throw database.isDuplicate(error) ? failure : error
  }
}
