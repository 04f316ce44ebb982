import type { ServiceSettings } from '@vermilion/contract/services/kinds'
import type { ServiceFacts } from '@vermilion/contract/services'
import { z } from 'zod'
import { askOpenAi, listModels, namesOf, notOpenAi } from './openai.ts'
import { TestFailed } from './test-failed.ts'

type ChatSettings = ServiceSettings<'chat'>

const maximumListed = 200

/** A PNG of 64 × 64 red pixels. */
const redSquare =
  'iVBORw0KGgoAAAANSUhEUgAAAEAAAABACAIAAAAlC+aJAAAAeUlEQVR4nO3PQQkAMAzAwCqpf1ETMxF7HINABFzm7H7dcEEDWtCAFjSg' +
  'BQ1oQQNa0IAWNKAFDWhBA1rQgBY0oAUNaEEDWtCAFjSgBQ1oQQNa0IAWNKAFDWhBA1rQgBY0oAUNaEEDWtCAFjSgBQ1oQQNa0IAWNKAFj13P' +
  'LIEAOXyUUwAAAABJRU5ErkJggg=='

const completion = z.object({
  choices: z.array(z.object({ message: z.object({ content: z.string().nullish() }) })).min(1),
})

export async function testChat(settings: ChatSettings, signal: AbortSignal): Promise<ServiceFacts> {
  const reply = await say(settings, 'Reply with one word: ready', signal)
  if (reply === '') throw new TestFailed('reply-empty', { model: settings.model })
  const models = await listModels(settings, signal)
  const facts: ServiceFacts = { reply, ...(models === undefined ? {} : { models: namesOf(models) }) }
  return settings.vision ? { ...facts, seen: await see(settings, signal) } : facts
}

/** A refusal here concerns the image: the same model has just replied to a text. */
async function see(settings: ChatSettings, signal: AbortSignal): Promise<string> {
  const question = [
    { type: 'text', text: 'What colour is this image? Reply with one word.' },
    { type: 'image_url', image_url: { url: `data:image/png;base64,${redSquare}` } },
  ]
  try {
    return await say(settings, question, signal)
  } catch (error) {
    if (!(error instanceof TestFailed) || (error.failure !== 'refused' && error.failure !== 'failed')) throw error
    throw new TestFailed('image-refused', { model: settings.model, ...error.values })
  }
}

async function say(settings: ChatSettings, content: unknown, signal: AbortSignal): Promise<string> {
  const body = { model: settings.model, stream: false, messages: [{ role: 'user', content }] }
  const response = await askOpenAi(settings, '/chat/completions', body, signal)
  const parsed = completion.safeParse(response)
  if (!parsed.success) throw notOpenAi(response)
  const text = (parsed.data.choices[0]?.message.content ?? '').trim()
  return text.length > maximumListed ? `${text.slice(0, maximumListed)}…` : text
}
