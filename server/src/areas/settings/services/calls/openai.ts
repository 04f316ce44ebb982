import { z } from 'zod'
import { ask, type Reply } from './request.ts'
import { bearer, isSuccess, readJsonText, statusFailure, valuesOf } from './reply.ts'
import { TestFailed } from './test-failed.ts'

export interface OpenAiPlace {
  readonly url: string
  readonly key?: string | null | undefined
  readonly model: string
}

const shownModels = 12

const modelList = z.object({ data: z.array(z.object({ id: z.string() })) })

export async function askOpenAi(
  location: OpenAiPlace,
  path: string,
  body: object,
  signal: AbortSignal,
): Promise<unknown> {
  const headers = { ...bearer(location.key), 'content-type': 'application/json' }
  const reply = await ask({ method: 'POST', url: location.url + path, headers, body: JSON.stringify(body), signal })
  if (!isSuccess(reply)) throw await refusal(location, reply, signal)
  const response = readJsonText(reply.text)
  if (response === undefined || response === null) throw new TestFailed('not-openai', valuesOf(reply))
  return response
}

export function notOpenAi(response: unknown): TestFailed {
  return new TestFailed('not-openai', valuesOf({ status: 200, headers: {}, text: JSON.stringify(response) }))
}

export async function listModels(location: OpenAiPlace, signal: AbortSignal): Promise<string[] | undefined> {
  const reply = await ask({ url: `${location.url}/models`, headers: bearer(location.key), signal })
  const parsed = modelList.safeParse(readJsonText(reply.text))
  return isSuccess(reply) && parsed.success ? parsed.data.data.map(({ id }) => id) : undefined
}

async function refusal(location: OpenAiPlace, reply: Reply, signal: AbortSignal): Promise<TestFailed> {
  if (reply.status !== 404 && reply.status !== 400 && reply.status !== 405)
    return statusFailure(reply, (location.key ?? null) !== null)
  const models = await listModels(location, signal)
  if (models !== undefined && !models.includes(location.model) && !models.includes(`${location.model}:latest`))
    return new TestFailed('model-missing', { model: location.model, models: namesOf(models) })
  if (models !== undefined || reply.status === 400) return statusFailure(reply, true)
  const suggestion = `${location.url}/v1`
  const atSuggestion = await listModels({ ...location, url: suggestion }, signal).catch(() => undefined)
  if (atSuggestion !== undefined) return new TestFailed('path-wrong', { place: location.url, suggestion })
  return new TestFailed('not-openai', valuesOf(reply))
}

export function namesOf(models: readonly string[]): string {
  const names = models.slice(0, shownModels).join(', ')
  return models.length > shownModels ? `${names}, … (${models.length})` : names || '--'
}
