import { fail } from '@vermilion/contract/kernel/errors'
import { readJson, writeJson } from '#platform/database/columns'
import type { Authenticator } from '#platform/http/authentication'
import type { Platform } from '#platform/platform'
import { maxReplies } from '../rules.ts'
import { writeReply, type LoopNeeds, type Reply, type ReplyEnd } from './reply-loop.ts'

interface RepliesNeeds extends Pick<Platform, 'events' | 'lifecycle'>, Omit<LoopNeeds, 'progressed'> {
  readonly watch: Authenticator['watch']
  changed(conversationId: string): void
}

interface Running {
  readonly accountId: string
  readonly abort: AbortController
  readonly end: Promise<void>
}

const restarted = {
  en: 'The server was restarted while the reply was written. Regenerate it.',
  zh: '服务在回复过程中重启，请重新生成。',
}
const unexpected = {
  en: 'The reply could not be written. The log of the server says why.',
  zh: '无法完成回复，原因见服务日志。',
}

/** Replies continue without viewers, and end with the user's session. */
export function createReplies(needs: RepliesNeeds) {
  const { store, clock, log, events, lifecycle, watch, changed } = needs
  const running = new Map<string, Running>()
  const loop: LoopNeeds = {
    ...needs,
    progressed: (messageId) => events.publish({ type: 'reply-progressed', messageId }),
  }

  async function run(reply: Reply): Promise<void> {
    const { messageId, conversationId } = reply
    let end: ReplyEnd
    try {
      end = await writeReply(loop, reply)
    } catch (error) {
      log.error({ err: error, message: messageId }, 'a reply failed')
      end = { status: 'failed', error: unexpected }
    }
    running.delete(conversationId)
    await store.updateMessage(messageId, {
      status: end.status,
      error: end.error === null ? null : writeJson(end.error),
    })
    await store.updateConversation(conversationId, { status: end.status, updatedAt: clock.time() })
    changed(conversationId)
  }

  lifecycle.onStart(async () => {
    const { messages, calls } = await store.unfinished()
    for (const { id } of calls) {
      await store.updateCall(id, {
        status: 'failed',
        result: 'the server was restarted: whether it was done is not known',
      })
    }
    for (const { id, conversationId, parts } of messages) {
      // Partial text stays, marked as cut off.
      const status = readJson(parts).length > 0 ? 'cut' : 'failed'
      await store.updateMessage(id, { status, error: writeJson(restarted) })
      await store.updateConversation(conversationId, { status })
    }
  })
  lifecycle.onStop(async () => {
    for (const { abort } of running.values()) abort.abort()
    await Promise.all([...running.values()].map(({ end }) => end))
  })

  return {
    begin(reply: Omit<Reply, 'signal'>): void {
      const { conversationId, caller } = reply
      const abort = new AbortController()
      const unwatch = watch(caller.identity.credential, () => abort.abort())
      const end = run({ ...reply, signal: abort.signal })
        .catch((error: unknown) => log.error({ err: error }, 'the end of a reply was not kept'))
        .finally(unwatch)
      running.set(conversationId, { accountId: caller.identity.account.id, abort, end })
    },
    async stop(conversationId: string): Promise<void> {
      const one = running.get(conversationId)
      one?.abort.abort()
      await one?.end
    },
    checkIdle(conversationId: string): void {
      if (running.has(conversationId)) throw fail('assistant.replying')
    },
    checkRoom(accountId: string): void {
      const own = [...running.values()].filter((one) => one.accountId === accountId)
      if (own.length >= maxReplies) throw fail('assistant.too-many-replies', { most: maxReplies })
    },
  }
}
