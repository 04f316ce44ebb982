import { StoreUnreachable, type ByteRange, type RemoteContent } from '#platform/blobs/blob-store'
import type { Spaces } from '#areas/spaces'
import type { RemoteVersion } from './store.ts'

/** Milliseconds after which a call that failed had been repeated in vain, and for which the next ones fail at once then. */
const [vainTime, awayTime] = [2_000, 5_000]

/** Reads files of remote folders so that not everybody waits in turn for one that is away. */
export function createRemoteRead(open: Spaces['openRemoteFolder']) {
  const failures = new Map<string, { readonly until: number; readonly error: Error }>()

  return async (file: Omit<RemoteVersion, 'checksum' | 'size'>, range?: ByteRange): Promise<RemoteContent> => {
    const { folder, storageId, path, version } = file
    const remote = await open(folder, storageId)
    const key = `${storageId} ${folder}`
    const startedAt = performance.now()
    const failure = failures.get(key)
    if (failure !== undefined && startedAt < failure.until) throw failure.error
    try {
      return await remote.read(path, version === '' ? null : version, range)
    } catch (error) {
      const now = performance.now()
      if (error instanceof StoreUnreachable && now - startedAt > vainTime)
        failures.set(key, { until: now + awayTime, error })
      throw error
    }
  }
}
