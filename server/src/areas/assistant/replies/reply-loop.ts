import type { MessageStatus } from '@vermilion/contract/assistant/messages'
import type { Text } from '@vermilion/contract/kernel/text'
import { ChatFailed, type ChatReply, type UsableService } from '#areas/settings'
import type { Clock } from '#platform/clock'
import { flag, readJson, writeJson } from '#platform/database/columns'
import type { InternalCall, InternalCaller } from '#platform/http/internal-calls'
import { newId } from '#platform/ids'
import type { Platform } from '#platform/platform'
import type { AssistantStore, MessageRow, StoredPart, ToolCallRow } from '../store.ts'
import type { ToolArguments, ToolCaller } from '../tools/tool.ts'
import { assistantTools, toolNamed } from '../tools/tools.ts'
import { askModel } from './ask-model.ts'
import { readAttachments } from './attachments.ts'
import { historyOf } from './history.ts'
import { instructionOf } from './instruction.ts'
import { runTool } from './run-tool.ts'

const maxRequests = 16
const maxCalls = 8
const maxRepeats = 3

export interface LoopNeeds extends Pick<Platform, 'clock' | 'log'> {
  readonly store: AssistantStore
  readonly internalCall: InternalCall
  knownSecrets(): Promise<string[]>
  progressed(messageId: string): void
}

export interface Reply {
  readonly messageId: string
  readonly conversationId: string
  readonly caller: InternalCaller
  readonly service: UsableService<'chat'>
  readonly signal: AbortSignal
}

export interface ReplyEnd {
  readonly status: Exclude<MessageStatus, 'writing'>
  readonly error: Text | null
}

const endings = {
  requests: {
    en: `The reply took more than ${maxRequests} requests to the model and was ended. Ask for less at once.`,
    zh: `回复超过 ${maxRequests} 次模型请求，已结束。请缩小问题范围。`,
  },
  repeats: {
    en: 'The model asked for the same again and again and was stopped. Ask in other words, or choose another model.',
    zh: '模型反复请求相同内容，已结束。请换一种问法，或选择其他模型。',
  },
  cut: {
    en: 'The reply broke off before its end; nothing that it asked for was done.',
    zh: '回复在结束前中断，其中请求的操作均未执行。',
  },
} as const satisfies Record<string, Text>

export async function writeReply(needs: LoopNeeds, reply: Reply): Promise<ReplyEnd> {
  const { store } = needs
  const { messageId, signal } = reply
  const call: ToolCaller = (endpoint, input) => needs.internalCall(reply.caller, endpoint, input)
  for (;;) {
    await runApproved(needs, reply)
    if (signal.aborted) return { status: 'stopped', error: null }
    const calls = await store.callsOfMessage(messageId)
    if (calls.some(({ status }) => status === 'waiting')) return { status: 'waiting', error: null }
    const row = await store.message(messageId)
    if (row === undefined) return { status: 'stopped', error: null }
    if (row.requests >= maxRequests) return { status: 'failed', error: endings.requests }
    if (isRepeating(calls)) return { status: 'failed', error: endings.repeats }
    const end = await runStep(needs, reply, row, call)
    if (end !== null) return end
  }
}

async function runStep(needs: LoopNeeds, reply: Reply, row: MessageRow, call: ToolCaller): Promise<ReplyEnd | null> {
  const { store } = needs
  const { messageId, conversationId, caller, service, signal } = reply
  const rows = await store.messages(conversationId)
  for (const one of rows) {
    if (one.role !== 'user' || one.attached !== null) continue
    const attached = await readAttachments(readJson(one.attachments), call)
    one.attached = attached
    await store.updateMessage(one.id, { attached })
  }
  const history = historyOf(rows, await store.callsOf(conversationId))
  const system = { role: 'system', content: instructionOf(caller.language, caller.identity.account.username) } as const
  const parts = readJson(row.parts)
  const writer = createWriter(needs, messageId, parts)
  let response: ChatReply
  try {
    response = await askModel({
      service,
      messages: [system, ...history],
      tools: assistantTools,
      knownSecrets: await needs.knownSecrets(),
      signal,
      onText: writer.write,
      async onSent(sent) {
        await store.updateMessage(messageId, { sent: writeJson(sent), requests: row.requests + 1 })
      },
    })
  } catch (error) {
    await writer.finish()
    if (signal.aborted) return { status: 'stopped', error: null }
    if (error instanceof ChatFailed) return { status: 'failed', error: error.words }
    throw error
  }
  writer.write(response.text)
  const text = await writer.finish()
  if (!response.isComplete) {
    const isEmpty = text.trim() === ''
    return { status: isEmpty ? 'empty' : 'cut', error: endings.cut }
  }
  if (response.toolCalls.length === 0) return { status: text.trim() === '' ? 'empty' : 'done', error: null }
  for (const request of response.toolCalls.slice(0, maxCalls)) {
    const id = newId()
    parts.push({ kind: 'call', callId: id })
    await store.addCall(newCall(id, request, reply, needs.clock))
  }
  await store.updateMessage(messageId, { parts: writeJson(parts) })
  needs.progressed(messageId)
  return null
}

function createWriter({ store, log, progressed }: LoopNeeds, messageId: string, parts: StoredPart[]) {
  let text = ''
  let saved = ''
  let saving = Promise.resolve()
  const save = () => {
    saving = saving
      .then(async () => {
        if (saved === text) return
        saved = text
        const all = saved === '' ? parts : [...parts, { kind: 'text', text: saved } as const]
        await store.updateMessage(messageId, { parts: writeJson(all), words: textOf(all) })
        progressed(messageId)
      })
      .catch((error: unknown) => log.warn({ err: error }, 'a reply was not kept'))
  }
  const timer = setInterval(save, 250)
  timer.unref()
  return {
    write(all: string): void {
      text = all
    },
    async finish(): Promise<string> {
      clearInterval(timer)
      save()
      await saving
      if (text !== '') parts.push({ kind: 'text', text })
      return text
    },
  }
}

const textOf = (parts: readonly StoredPart[]) => parts.map((part) => (part.kind === 'text' ? part.text : '')).join('\n')

function newCall(id: string, request: ChatReply['toolCalls'][number], reply: Reply, clock: Clock): ToolCallRow {
  const tool = toolNamed(request.name)
  const input = parseArguments(request.arguments)
  const problem =
    tool === undefined
      ? `there is no tool ${request.name.slice(0, 100)}`
      : input === null
        ? 'the arguments are no JSON object: call again with one'
        : tool.problemOf(input)
  const status = problem !== null ? 'failed' : tool?.writes === true ? 'waiting' : 'running'
  return {
    id,
    messageId: reply.messageId,
    conversationId: reply.conversationId,
    accountId: reply.caller.identity.account.id,
    tool: request.name.slice(0, 100),
    writes: flag(tool?.writes === true),
    arguments: writeJson(input ?? {}),
    status,
    result: problem ?? '',
    created: null,
    decidedBy: null,
    decidedAt: null,
    createdAt: clock.time(),
  }
}

function parseArguments(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text.trim() === '' ? '{}' : text)
    const isRecord = typeof value === 'object' && value !== null && !Array.isArray(value)
    return isRecord ? (value as Record<string, unknown>) : null
  } catch {
    return null
  }
}

async function runApproved({ store, log, internalCall, progressed }: LoopNeeds, reply: Reply): Promise<void> {
  const { messageId, caller, signal } = reply
  for (const row of await store.callsOfMessage(messageId)) {
    if (row.status !== 'running') continue
    const tool = toolNamed(row.tool)
    if (tool === undefined || (tool.writes && row.decidedBy === null)) {
      await store.updateCall(row.id, { status: 'refused' })
      continue
    }
    const input: ToolArguments = readJson(row.arguments)
    // The call's id makes a repeated write idempotent.
    const call: ToolCaller = (endpoint, options) =>
      internalCall(caller, endpoint, options, tool.writes ? row.id : undefined)
    const outcome = signal.aborted
      ? { status: 'failed' as const, result: 'it was stopped before it began', created: null }
      : await runTool(tool, input, call, signal)
    const { status, result, created } = outcome
    if (tool.writes) {
      const by = caller.identity.account.username
      log.info({ tool: tool.name, call: row.id, by, status, request: tool.request(input) }, 'an approved call was made')
    }
    await store.updateCall(row.id, { status, result, created: created === null ? null : writeJson(created) })
    progressed(messageId)
  }
}

function isRepeating(calls: readonly ToolCallRow[]): boolean {
  const times = new Map<string, number>()
  for (const call of calls) {
    if (call.tool === 'wait_for_task') continue
    const key = `${call.tool} ${call.arguments}`
    times.set(key, (times.get(key) ?? 0) + 1)
  }
  return Math.max(0, ...times.values()) >= maxRepeats
}
