import type { SceneItem } from '@vermilion/contract/generations/config'
import type { WorkflowCapabilities } from '@vermilion/contract/generations/engines'
import { ChatFailed, type ChatMessage, completeChat, type UsableService } from '#areas/settings'
import { itemMessages, itemSchema, repairMessages } from './item-prompt.ts'
import { createItemReader } from './item-reader.ts'

interface DraftRequest {
  readonly service: UsableService<'chat'>
  readonly description: string
  readonly count: number
  readonly capabilities: WorkflowCapabilities
  readonly signal: AbortSignal
  /** Called with all items so far whenever there are more. */
  onItems(items: readonly SceneItem[]): void
}

/** Characters of what the model said that are told where it made no items. */
const toldAtMost = 300

/** Lets a chat service make scene items; asks once more where the answer holds none. Fails as `ChatFailed`. */
export async function draftItems(request: DraftRequest): Promise<SceneItem[]> {
  const messages: ChatMessage[] = [...itemMessages(request)]
  const first = await askForItems(request, messages)
  if (first.items.length > 0) return first.items
  const second = await askForItems(request, [...messages, ...repairMessages(first.text, first.reason)])
  if (second.items.length > 0) return second.items
  const reply = second.text.trim() || first.text.trim()
  throw new ChatFailed(reply === '' ? 'the model said nothing' : `the model said: ${reply.slice(0, toldAtMost)}`)
}

async function askForItems(
  { service, count, capabilities, signal, onItems }: DraftRequest,
  messages: readonly ChatMessage[],
): Promise<{ items: SceneItem[]; text: string; reason: string | null }> {
  const reader = createItemReader()
  const items: SceneItem[] = []
  const { text } = await completeChat(service.settings, {
    messages,
    schema: itemSchema(capabilities),
    signal,
    onText(part) {
      const more = reader.push(part)
      items.push(...more.slice(0, count - items.length))
      if (more.length > 0) onItems(items)
      return items.length >= count
    },
  })
  return { items, text, reason: reader.refused().reason }
}
