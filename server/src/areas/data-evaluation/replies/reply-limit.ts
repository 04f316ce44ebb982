import { setImmediate as breath } from 'node:timers/promises'
import type { Platform } from '#platform/platform'
import type { ReplyRow, ReplyStore } from './reply-store.ts'

/** Replies deleted per transaction, few enough not to block others. */
const atOnce = 500
/** Share of the limit in new replies before a recount. */
const slack = 0.01

interface Needs extends Pick<Platform, 'database' | 'log' | 'lifecycle'> {
  readonly replies: Pick<ReplyStore, 'save' | 'count' | 'leastUsed' | 'removeUnneeded'>
  readonly limit: number
}

/** Deletes the least recently used replies, except those that a running evaluation needs. */
export function keepReplyLimit({ database, log, lifecycle, replies, limit }: Needs) {
  let newUntilCount = 0
  let removing: Promise<void> | undefined
  let isRequested = false
  let hasStopped = false

  async function remove(): Promise<void> {
    let excess = (await replies.count()) - limit
    newUntilCount = Math.max(0, -excess) + Math.ceil(limit * slack)
    let from = ''
    while (excess > 0 && !hasStopped) {
      const rows = await replies.leastUsed(from, Math.min(excess, atOnce))
      const last = rows.at(-1)
      if (last === undefined) return
      excess -= await database.transaction(() => replies.removeUnneeded(rows))
      from = last.usedAt
      await breath()
    }
  }

  async function removeWhileRequested(): Promise<void> {
    while (isRequested && !hasStopped) {
      isRequested = false
      await remove()
    }
  }

  function request(): void {
    isRequested = true
    removing ??= removeWhileRequested()
      .catch((error: unknown) => log.error({ err: error }, 'replies of models could not be removed'))
      .finally(() => (removing = undefined))
  }

  lifecycle.onStart(request)
  lifecycle.onStop(async () => {
    hasStopped = true
    await removing
  })
  return {
    async save(rows: readonly ReplyRow[]): Promise<void> {
      await replies.save(rows)
      const added = rows.filter(({ createdAt, usedAt }) => createdAt === usedAt).length
      database.afterCommit(() => {
        newUntilCount -= added
        if (newUntilCount < 0) request()
      })
    },
    released: request,
  }
}
