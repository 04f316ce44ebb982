import { StoreUnreachable } from '#platform/blobs/blob-store'
import type { OpenRemoteFolder, RemoteFolder } from '#platform/blobs/remote-folder'

/** Milliseconds after which a call that failed had been repeated in vain, and for which the next ones fail at once then. */
const [vainTime, awayTime] = [2_000, 5_000]

/** Opens remote folders so that not everybody waits in turn for one that is away. */
export function createFoldersAway(open: OpenRemoteFolder) {
  const failures = new Map<string, { readonly until: number; readonly error: Error }>()

  return async (path: string, storageId: string | null): Promise<Pick<RemoteFolder, 'read'>> => {
    const folder = await open(path, storageId)
    const key = `${storageId} ${path}`
    const read: RemoteFolder['read'] = async (...order) => {
      const startedAt = performance.now()
      const failure = failures.get(key)
      if (failure !== undefined && startedAt < failure.until) throw failure.error
      try {
        return await folder.read(...order)
      } catch (error) {
        const now = performance.now()
        if (error instanceof StoreUnreachable && now - startedAt > vainTime)
          failures.set(key, { until: now + awayTime, error })
        throw error
      }
    }
    return { read }
  }
}
