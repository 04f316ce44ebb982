import { maxNotices, noticeDays, type noticeEndpoints } from '@vermilion/contract/datasets/notices'
import type { EndpointResponse } from '@vermilion/contract/kernel/endpoint'
import { newId } from '#platform/ids'
import { jobKind } from '#platform/jobs/jobs'
import { createNoticeStore, type NoticeKey, type NoticeRow } from './notice-store.ts'
import type { Platform } from '#platform/platform'

const forgetNotices = jobKind<null>('forget-notices')
const retentionMs = noticeDays * 24 * 3_600_000

type NewNotice = NoticeKey & Pick<NoticeRow, 'images' | 'itemId'> & { note?: string }

export type Notices = ReturnType<typeof createNotices>

type Needs = Pick<Platform, 'database' | 'clock' | 'events' | 'jobs'>

export function createNotices({ database, clock, events, jobs }: Needs) {
  const store = createNoticeStore(database)
  const changed = (username: string) => events.publish({ type: 'notices-changed', username })
  const oldest = () => new Date(clock.now() - retentionMs).toISOString()

  jobs.daily(forgetNotices, { run: async () => void (await store.removeOlder(oldest())) })

  return {
    /** Adds to an unseen notice of the same key. Nobody is notified of their own actions. Inside a transaction. */
    async add({ images, itemId, note = '', ...key }: NewNotice): Promise<void> {
      if (key.recipient === key.by) return
      const createdAt = clock.time()
      const existing = await store.unseen(key)
      if (existing === undefined)
        await store.add({ ...key, images, itemId, note, id: newId(), createdAt, seenAt: null })
      else if (itemId !== null && existing.itemId === itemId) await store.update(existing.id, { note, createdAt })
      else {
        const sum = images === null || existing.images === null ? null : existing.images + images
        await store.update(existing.id, { images: sum, itemId: null, note, createdAt })
      }
      changed(key.recipient)
    },

    async takeBack(key: NoticeKey, images: number): Promise<void> {
      const existing = await store.unseen(key)
      if (existing === undefined || existing.images === null) return
      if (existing.images <= images) await store.remove(existing.id)
      else await store.update(existing.id, { images: existing.images - images })
      changed(key.recipient)
    },

    async list(username: string): Promise<EndpointResponse<typeof noticeEndpoints.listNotices>> {
      const since = oldest()
      const rows = await store.list(username, { since, limit: maxNotices })
      const items = rows.map(({ recipient: _, seenAt, ...row }) => ({ ...row, seen: seenAt !== null }))
      return { unseen: await store.countUnseen(username, since), items }
    },

    async see(username: string, until: string): Promise<void> {
      await store.see(username, until, clock.time())
      changed(username)
    },
  }
}
