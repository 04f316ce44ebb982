import { z } from 'zod'
import { ask } from './request.ts'
import type { Reply } from './request.ts'
import { bearer, isSuccess, readJsonText, said, statusFailure } from './reply.ts'
import { TestFailed } from './test-failed.ts'

/** An API that speaks as OpenAI's does. */
export interface OpenAiPlace {
  readonly url: string
  readonly key?: string | null | undefined
  readonly model: string
}

/** Names of models that are shown. */
const shownModels = 12

const modelList = z.object({ data: z.array(z.object({ id: z.string() })) })

/** Asks a path with a JSON body; throws what a refusal means, with the models that there are or the address that answers. */
export async function askOpenAi(place: OpenAiPlace, path: string, body: object, signal: AbortSignal): Promise<unknown> {
  const headers = { ...bearer(place.key), 'content-type': 'application/json' }
  const reply = await ask({ method: 'POST', url: place.url + path, headers, body: JSON.stringify(body), signal })
  if (!isSuccess(reply)) throw await refusal(place, reply, signal)
  return readJsonText(reply.text) ?? fail(reply)
}

/** What is not the expected answer, although its status says success. */
export function notOpenAi(answer: unknown): TestFailed {
  const reply: Reply = { status: 200, headers: {}, text: JSON.stringify(answer) }
  return new TestFailed('not-openai', { status: '200', said: said(reply) })
}

function fail(reply: Reply): never {
  throw new TestFailed('not-openai', { status: String(reply.status), said: said(reply) })
}

/** The models that a service names; undefined where it does not list them. */
export async function listModels(place: OpenAiPlace, signal: AbortSignal): Promise<string[] | undefined> {
  const reply = await ask({ url: `${place.url}/models`, headers: bearer(place.key), signal })
  const parsed = modelList.safeParse(readJsonText(reply.text))
  return isSuccess(reply) && parsed.success ? parsed.data.data.map(({ id }) => id) : undefined
}

async function refusal(place: OpenAiPlace, reply: Reply, signal: AbortSignal): Promise<TestFailed> {
  if (reply.status !== 404 && reply.status !== 400 && reply.status !== 405)
    return statusFailure(reply, (place.key ?? null) !== null)
  const models = await listModels(place, signal)
  if (models !== undefined && !models.includes(place.model) && !models.includes(`${place.model}:latest`))
    return new TestFailed('model-missing', { model: place.model, models: namesOf(models) })
  if (models !== undefined || reply.status === 400) return statusFailure(reply, true)
  const suggestion = `${place.url}/v1`
  const atSuggestion = await listModels({ ...place, url: suggestion }, signal).catch(() => undefined)
  if (atSuggestion !== undefined) return new TestFailed('path-wrong', { place: place.url, suggestion })
  return new TestFailed('not-openai', { status: String(reply.status), said: said(reply) })
}

export function namesOf(models: readonly string[]): string {
  const names = models.slice(0, shownModels).join(', ')
  return models.length > shownModels ? `${names}, … (${models.length})` : names || '--'
}
