import { fail } from '@vermilion/contract/kernel/errors'
import type { Clock } from '#platform/clock'
import { newId } from '#platform/ids'
import type { AssistantStore } from './store.ts'

/** Limits per person: concurrent replies and stored conversations. */
export const maxReplies = 3
export const maxConversations = 1_000
const hour = 3_600_000

interface LimitNeeds {
  store: AssistantStore
  clock: Clock
  messagesPerHour: number
}

export function createLimits({ store, clock, messagesPerHour }: LimitNeeds) {
  const since = () => new Date(clock.now() - hour).toISOString()
  return {
    async left(accountId: string): Promise<number> {
      return Math.max(0, messagesPerHour - (await store.uses(accountId, since())).length)
    },
    async take(accountId: string): Promise<void> {
      await store.removeUsesBefore(since())
      const uses = await store.uses(accountId, since())
      if (uses.length >= messagesPerHour) {
        const first = uses[uses.length - messagesPerHour]?.at ?? clock.time()
        const time = new Date(Date.parse(first) + hour).toISOString()
        throw fail('assistant.limit', { most: messagesPerHour, time })
      }
      await store.addUse({ id: newId(), accountId, at: clock.time() })
    },
  }
}
