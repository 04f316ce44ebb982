import type { SceneItem } from '@vermilion/contract/generations/config'
import type { WorkflowCapabilities } from '@vermilion/contract/generations/engines'
import { askInForms, ChatFailed, completeChat, formatOf, type ReplyForm, type UsableService } from '#areas/settings'
import { itemMessages, itemSchema, repairMessages } from './item-prompt.ts'
import { createItemReader } from './item-reader.ts'

interface DraftRequest {
  readonly service: UsableService<'chat'>
  readonly description: string
  readonly count: number
  readonly capabilities: WorkflowCapabilities
  readonly signal: AbortSignal
  onItems(items: readonly SceneItem[]): void
}

const maxShown = 300

/** Asks once more when the reply has no items. Fails as `ChatFailed`. */
export async function draftItems(request: DraftRequest): Promise<SceneItem[]> {
  const messages = itemMessages(request)
  const first = await askForItems(request, messages)
  if (first.items.length > 0) return first.items
  const second = await askForItems(request, [...messages, ...repairMessages(first.text, first.reason)])
  if (second.items.length > 0) return second.items
  const reply = second.text.trim() || first.text.trim()
  const excerpt = reply.slice(0, maxShown)
  throw new ChatFailed(
    reply === ''
      ? { en: 'the model said nothing', zh: '模型没有回复' }
      : { en: `the model said: ${excerpt}`, zh: `模型回复：${excerpt}` },
  )
}

/** Milliseconds for a reply (R9.02: about a minute; small machines take several). */
const callTimeoutMs = 900_000

const strictestForms = new Map<string, ReplyForm>()

async function askForItems(
  { service: { settings }, count, capabilities, signal, onItems }: DraftRequest,
  messages: readonly object[],
): Promise<{ items: SceneItem[]; text: string; reason: string | null }> {
  const reader = createItemReader()
  const items: SceneItem[] = []
  const onText = (part: string) => {
    const more = reader.push(part)
    items.push(...more.slice(0, count - items.length))
    if (more.length > 0) onItems(items)
    return items.length >= count
  }
  const { result } = await askInForms(strictestForms, `${settings.url} ${settings.model}`, (form) => {
    const format = formatOf(form, 'scene_items', itemSchema(capabilities))
    return completeChat(settings, { messages, ...format }, { signal, timeout: callTimeoutMs, onText })
  })
  return { items, text: result.text, reason: reader.refusal() }
}
