import type { Envelope, FailureData } from '@vermilion/contract/kernel/envelope'
import { CallFailed } from '../../../testing/start-server.ts'

export async function failureOf(work: Promise<unknown>): Promise<Envelope<FailureData>> {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof CallFailed)) throw new Error('the call was expected to fail', { cause: error })
  return error.envelope
}
