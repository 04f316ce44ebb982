import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { labelTypeOf } from '@vermilion/contract/detection/model-metadata'
import type { ModelMetadata } from '@vermilion/contract/detection/model-metadata'
import { fail } from '@vermilion/contract/kernel/errors'
import { isLora } from '@vermilion/contract/models'
import type { InferenceModel, LoraModel, Model } from '@vermilion/contract/models'
import { largestMaterial, renderedFamily } from '@vermilion/contract/models/lora'
import type { LoraDescription } from '@vermilion/contract/models/lora'
import { largestLoraFile, largestModelFile } from '@vermilion/contract/models/model-files'
import type { ModelCreate, ModelFile, ModelInspection } from '@vermilion/contract/models/model-files'
import { predictionKinds, unmeasured } from '@vermilion/contract/predictions'
import type { Files } from '#areas/files'
import type { BlobStore } from '#platform/blobs/blob-store'
import type { Clock } from '#platform/clock'
import type { Database } from '#platform/database/database'
import type { Events } from '#platform/events/events'
import { newId } from '#platform/ids'
import type { Predictor } from '../predictor.ts'
import type { ModelStore } from '../store.ts'
import { greyPicture } from './grey-picture.ts'
import { describeLora, isSafetensors, loraFramework } from './lora-file.ts'
import type { PartlyRead } from './lora-file.ts'
import { readOnnxFacts } from './onnx-facts.ts'
import type { OnnxFacts } from './onnx-facts.ts'
import { recognizeModel } from './recognize.ts'
import type { RecognizedModel } from './recognize.ts'
import { describingPart } from './self-describing.ts'

interface ModelImportNeeds {
  files: Files
  blobs: BlobStore
  store: ModelStore
  predictor: Predictor
  events: Events
  clock: Clock
  database: Database
}

/** A file as it comes into the repository: itself, followed by what it says of itself where it did not. */
export interface DescribedModel extends RecognizedModel {
  readonly facts: OnnxFacts
  readonly content: Buffer
}

/** What a model can do, as its file says. */
export const abilitiesOf = (metadata: ModelMetadata) => {
  const labelType = labelTypeOf[metadata.task]
  return {
    labelType,
    predictionKind: predictionKinds[labelType],
    labels: metadata.labels,
    inputSize: metadata.input.size,
    metrics: { ...unmeasured, ...metadata.metrics },
  }
}

/** Fails as one of `modelFileErrors`. */
export function describeModel(bytes: Buffer, labels?: readonly string[]): DescribedModel {
  const facts = factsOf(bytes)
  const recognized = recognizeModel(facts, labels)
  const isDescribed = recognized.dialect === 'vermilion'
  const content = isDescribed ? bytes : Buffer.concat([bytes, describingPart(recognized.metadata)])
  return { ...recognized, facts, content }
}

function factsOf(bytes: Uint8Array): OnnxFacts {
  try {
    return readOnnxFacts(bytes)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    throw fail('model-file.damaged', { reason: error.message })
  }
}

/** Models that were trained elsewhere, brought as files of a data space. */
export function createModelImport({ files, blobs, store, predictor, events, clock, database }: ModelImportNeeds) {
  function requireSize(size: number, limit: number): void {
    if (size > limit) throw fail('model-file.too-large', { limit: `${limit / 1024 ** 2} MiB` })
  }

  async function read({ fileId, labels }: ModelFile): Promise<DescribedModel> {
    requireSize((await files.get(fileId)).size, largestModelFile)
    const content = await files.content(fileId, true)
    return describeModel(await buffer(await content.open()), labels)
  }

  /** A LoRA and its content; undefined for a file of another kind. */
  async function readLora(fileId: string): Promise<{ lora: LoraDescription; content: PartlyRead } | undefined> {
    const { name, size } = await files.get(fileId)
    if (!isSafetensors(name)) return undefined
    requireSize(size, largestLoraFile)
    const content = await files.content(fileId, true)
    const lora = await describeLora(content)
    if (lora.family === renderedFamily) requireSize(size, largestMaterial)
    return { lora, content }
  }

  /** The file is run once before anybody relies on it, in a process of its own. */
  async function tryOut(checksum: string): Promise<void> {
    const response = await predictor.predict({ checksum }, greyPicture)
    const reason = 'unusable' in response ? response.unusable : 'broken' in response ? response.broken : undefined
    if (reason !== undefined) throw fail('model-file.unusable', { reason: reason.slice(0, 500) })
  }

  /** Generations name LoRAs: two of one name could not be told apart. */
  async function requireFree(name: string): Promise<void> {
    if ((await store.lora(name)) !== undefined) throw fail('fine-tuning.name-taken', { name })
  }

  async function keep<Some extends Model>(model: Some): Promise<Some> {
    await database.transaction(async () => {
      if (isLora(model)) await requireFree(model.name)
      await store.add(model)
      events.publish({ type: 'model-changed', modelId: model.id })
    })
    return model
  }

  async function addLora(name: string, { lora, content }: NonNullable<Awaited<ReturnType<typeof readLora>>>) {
    await requireFree(name)
    const { checksum, size } = await blobs.put(Readable.from(await content.open(), { objectMode: false }))
    const about = { id: newId(), name, size, checksum, createdAt: clock.time(), ...fromElsewhere }
    return keep<LoraModel>({ ...about, type: 'lora-model', framework: loraFramework(lora), lora, samples: [] })
  }

  return {
    async inspect(file: ModelFile): Promise<ModelInspection> {
      const match = await readLora(file.fileId)
      if (match !== undefined) return { dialect: 'lora', lora: match.lora }
      const { dialect, metadata, facts } = await read(file)
      const { operatorSet, producer } = facts
      const { labelType, labels, inputSize } = abilitiesOf(metadata)
      return { dialect, labelType, labels, inputSize, operatorSet, producer }
    },

    async add({ name, ...file }: ModelCreate): Promise<Model> {
      const match = await readLora(file.fileId)
      if (match !== undefined) return addLora(name, match)
      const { metadata, content } = await read(file)
      const { checksum, size } = await blobs.put(Readable.from([content]))
      await tryOut(checksum)
      return keep<InferenceModel>({
        id: newId(),
        name,
        type: 'cloud-inference-model',
        size,
        framework: [metadata.trainer.name, metadata.trainer.version].join(' ').trim(),
        ...abilitiesOf(metadata),
        checksum,
        createdAt: clock.time(),
        ...fromElsewhere,
      })
    },
  }
}

/** There is no telling what it was made of. */
const fromElsewhere = {
  datasetId: null,
  datasetName: '',
  datasetFormat: 'coco',
  datasetType: 'image',
  taskId: null,
  taskName: '',
} as const
