import type { ServiceSettings } from '@vermilion/contract/services/kinds'
import type { ServiceFacts } from '@vermilion/contract/services'
import { listModels, namesOf } from './openai.ts'
import { ask } from './request.ts'
import { bearer, isSuccess, statusFailure, valuesOf } from './reply.ts'
import { TestFailed } from './test-failed.ts'

export async function testImagesApi(
  settings: ServiceSettings<'images-api'>,
  signal: AbortSignal,
): Promise<ServiceFacts> {
  const models = await listModels(settings, signal)
  if (models === undefined) {
    const reply = await ask({ url: `${settings.url}/models`, headers: bearer(settings.key), signal })
    if (isSuccess(reply) || reply.status === 404) throw new TestFailed('not-openai', valuesOf(reply))
    throw statusFailure(reply, (settings.key ?? null) !== null)
  }
  if (!models.includes(settings.model))
    throw new TestFailed('model-missing', { model: settings.model, models: namesOf(models) })
  return { models: namesOf(models) }
}
