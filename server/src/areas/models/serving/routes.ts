import { fail, Failure } from '@vermilion/contract/kernel/errors'
import { isInferenceModel, isLora } from '@vermilion/contract/models'
import type { InferenceModel, Model } from '@vermilion/contract/models'
import type { ServedPrediction, servingEndpoints } from '@vermilion/contract/models/serving'
import type { FastifyRequest } from 'fastify'
import type { Files } from '#areas/files'
import type { Handlers } from '#platform/http/handler'
import { runtimeOf } from '../import/stored-file.ts'
import type { Models } from '../service.ts'
import type { Visit } from './queue.ts'
import { readPicture, readSpacePicture } from './picture-body.ts'

async function runnable(models: Models, modelId: string): Promise<InferenceModel> {
  const model = await models.get(modelId)
  if (isInferenceModel(model)) return model
  throw fail('model.runs-elsewhere', { name: model.name, runtime: elsewhere(model) })
}

async function knownThreshold(models: Models, model: InferenceModel): Promise<number | undefined> {
  const { confidence, source } = await models.recommendedThreshold(model)
  return source === 'usual' ? undefined : confidence
}

const elsewhere = (model: Exclude<Model, InferenceModel>) =>
  isLora(model) ? { en: 'generations, as a LoRA', zh: '生成任务（LoRA）' } : runtimeOf[model.format]

const asksForPicture = ({ headers }: FastifyRequest) =>
  headers.accept?.split(',').some((type) => type.trim().startsWith('image/png')) === true

export function servingRoutes(
  models: Models,
  files: Pick<Files, 'pictureBytes' | 'get'>,
): Handlers<typeof servingEndpoints> {
  return {
    recommendedThreshold: async ({ params }) => models.recommendedThreshold(await models.runnable.get(params.modelId)),
    async predict({ params, query, request, account, signal }) {
      const model = await runnable(models, params.modelId)
      const { confidence = await knownThreshold(models, model), overlap, fileId, format } = query
      const isDrawn = format === 'png' || (format === undefined && asksForPicture(request))
      const started = performance.now()
      const count = (status: string) =>
        models.servingFigures.count({
          model: model.name,
          version: String(model.version),
          status,
          seconds: (performance.now() - started) / 1_000,
        })
      try {
        const readImage = async (hold: Visit['hold']) => ({
          image: await (fileId === undefined ? readPicture(request, hold) : readSpacePicture(files, fileId, hold)),
          confidence,
          overlap,
          isDrawn,
        })
        const { drawn, ...reading } = await models.serving.predict({
          model,
          account: account.username,
          readImage,
          signal,
        })
        count('success')
        if (drawn !== undefined) return { bare: drawn }
        const { id, name, version } = model
        return { model: { id, name, version }, ...reading } satisfies ServedPrediction
      } catch (error) {
        count(error instanceof Failure ? error.reason : signal.aborted ? 'left' : 'internal')
        throw error
      }
    },
  }
}
