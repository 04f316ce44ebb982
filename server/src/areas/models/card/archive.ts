import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { EvaluatedImage, Evaluation } from '@vermilion/contract/evaluations'
import { isLora, isStored, type Model, type StoredModel } from '@vermilion/contract/models'
import type { cardEndpoints } from '@vermilion/contract/models/card'
import { zip, type Files, type ZipEntry } from '#areas/files'
import type { BlobStore } from '#platform/blobs/blob-store'
import type { Handlers } from '#platform/http/handler'
import { attachment } from '#platform/http/range'
import type { Evaluations } from '../evaluation/evaluations.ts'
import type { Lineage } from '../lineage/lineage.ts'
import type { ModelService } from '../service.ts'
import { drawExample } from './example.ts'
import { type CardContent, writeReadme } from './readme.ts'

interface CardNeeds {
  get: ModelService['get']
  blobs: BlobStore
  files: Pick<Files, 'thumbnail'>
  evaluations: Pick<Evaluations, 'get' | 'images'>
  lineage: Pick<Lineage, 'of'>
}

const examplesEach = 3
const maxSamples = 6

export const extensionOf = (model: Model) =>
  isLora(model) ? 'safetensors' : isStored(model) ? storedEnding(model.format) : 'onnx'

/** An MLflow folder is stored as a zip. */
const storedEnding = (format: StoredModel['format']) => (format === 'mlflow' ? 'mlflow.zip' : format)

type Examples = (CardContent['examples'][number] & { content: () => Promise<Buffer> })[]

export function cardRoutes(needs: CardNeeds): Handlers<typeof cardEndpoints> {
  const { get, blobs, files, evaluations, lineage } = needs

  async function drawn(image: EvaluatedImage, confidence: number, signal: AbortSignal): Promise<Buffer | undefined> {
    const thumbnail = await files.thumbnail(image.fileId, signal).catch(() => undefined)
    if (thumbnail === undefined) return undefined
    const bytes = await buffer(Readable.from(await thumbnail.open(), { objectMode: false }))
    return Buffer.from(drawExample(image, { bytes, mediaType: thumbnail.mediaType }, confidence))
  }

  async function evaluated({ taskId, confidence, measured }: Evaluation, signal: AbortSignal): Promise<Examples> {
    const each = Math.min(examplesEach, Math.max(1, Math.floor(measured / 2)))
    const examples: Examples = []
    const used = new Set<number>()
    for (const [name, sort] of [
      ['best', 'badness'],
      ['worst', '-badness'],
    ] as const) {
      const { items } = await evaluations.images(taskId, { sort, limit: 2 * each, cursor: undefined })
      const some = items.filter(({ verdict, number }) => verdict !== null && !used.has(number)).slice(0, each)
      for (const [at, image] of some.entries()) {
        used.add(image.number)
        const content = await drawn(image, confidence, signal)
        if (content === undefined) continue
        const { right = 0, missed = 0, wrong = 0, extra = 0 } = image.verdict ?? {}
        const caption = `${name}: ${right} right, ${missed} missed, ${wrong} wrong, ${extra} extra`
        examples.push({ path: `examples/${name}-${at + 1}.svg`, caption, content: async () => content })
      }
    }
    return examples
  }

  function samplesOf(model: Model): Examples {
    const samples = isLora(model) ? model.samples.slice(-maxSamples) : []
    return samples.map(({ step, number, checksum }) => ({
      path: `examples/step-${step}-${number}.png`,
      caption: `step ${step}`,
      content: async () => buffer(await blobs.open(checksum)),
    }))
  }

  async function archiveOf(model: Model, signal: AbortSignal): Promise<Readable> {
    const origin = await lineage.of(model)
    const entry = origin.to.find(({ relation, id }) => relation === 'evaluation' && id !== null)
    const figures = typeof entry?.id === 'string' ? await evaluations.get(entry.id).catch(() => undefined) : undefined
    const evaluation = entry !== undefined && figures !== undefined ? { entry, figures } : undefined
    const examples = evaluation === undefined ? samplesOf(model) : await evaluated(evaluation.figures, signal)
    const file = `model.${extensionOf(model)}`
    const readme = Buffer.from(writeReadme({ model, file, lineage: origin, evaluation, examples }))
    const modifiedAt = new Date(model.createdAt)
    const entryOf = (path: string, content: () => Promise<Buffer>): ZipEntry => ({
      path,
      modifiedAt,
      async stat() {
        const bytes = await content()
        return { size: bytes.length, open: async () => Readable.from([bytes]) }
      },
    })
    async function* entries(): AsyncGenerator<ZipEntry> {
      yield entryOf('README.md', async () => readme)
      for (const { path, content } of examples) yield entryOf(path, content)
      const open = async () => blobs.open(model.checksum)
      yield { path: file, modifiedAt, stat: async () => ({ size: model.size, open }) }
    }
    return Readable.from(zip(entries()), { objectMode: false })
  }

  return {
    async modelArchive({ params, signal, reply }) {
      const model = await get(params.modelId)
      const content = await archiveOf(model, signal)
      reply
        .type('application/zip')
        .header('content-disposition', attachment(`${model.name}-v${model.version}.zip`))
        .send(content)
    },
  }
}
