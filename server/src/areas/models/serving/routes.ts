import { fail, Failure } from '@vermilion/contract/kernel/errors'
import { type InferenceModel, isInferenceModel, isLora, type Model } from '@vermilion/contract/models'
import type { ServedPrediction, servingEndpoints } from '@vermilion/contract/models/serving'
import type { FastifyRequest } from 'fastify'
import type { Files } from '#areas/files'
import type { Handlers } from '#platform/http/handler'
import { requireTileable } from '../inference/tiling.ts'
import { runtimeOf } from '../import/stored-file.ts'
import type { ModelService } from '../service.ts'
import type { ServingFigures } from './figures.ts'
import { readPicture, readSpacePicture } from './picture-body.ts'
import type { Visit } from './queue.ts'
import type { createRecommendedThreshold } from './recommended-threshold.ts'
import type { Serving } from './serving.ts'

interface Needs {
  readonly service: Pick<ModelService, 'get' | 'runnable'>
  readonly serving: Serving
  readonly figures: ServingFigures
  readonly recommendedThreshold: ReturnType<typeof createRecommendedThreshold>
  readonly files: Pick<Files, 'pictureBytes' | 'get'>
}

const elsewhere = (model: Exclude<Model, InferenceModel>) =>
  isLora(model) ? { en: 'generations, as a LoRA', zh: '生成任务（LoRA）' } : runtimeOf[model.format]

const asksForPicture = ({ headers }: FastifyRequest) =>
  headers.accept?.split(',').some((type) => type.trim().startsWith('image/png')) === true

export function servingRoutes(needs: Needs): Handlers<typeof servingEndpoints> {
  const { service, serving, figures, recommendedThreshold, files } = needs

  async function servable(modelId: string): Promise<InferenceModel> {
    const model = await service.get(modelId)
    if (isInferenceModel(model)) return model
    throw fail('model.runs-elsewhere', { name: model.name, runtime: elsewhere(model) })
  }

  async function knownThreshold(model: InferenceModel): Promise<number | undefined> {
    const { confidence, source } = await recommendedThreshold(model)
    return source === 'usual' ? undefined : confidence
  }

  return {
    recommendedThreshold: async ({ params }) => recommendedThreshold(await service.runnable.get(params.modelId)),
    async predict({ params, query, request, account, signal }) {
      const model = await servable(params.modelId)
      const { tileOverlap, fullPicture } = query
      const tiles = tileOverlap === undefined ? null : { overlap: tileOverlap, hasFullPicture: fullPicture }
      requireTileable(model, tiles)
      const { confidence = await knownThreshold(model), overlap, fileId, format } = query
      const isDrawn = format === 'png' || (format === undefined && asksForPicture(request))
      const started = performance.now()
      const count = (status: string) =>
        figures.count({
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
          tiles,
          isDrawn,
        })
        const order = { model, account: account.username, readImage, signal }
        const { drawn, ...reading } = await serving.predict(order)
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
