import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { labelTypeOf } from '@vermilion/contract/detection/model-metadata'
import type { ModelMetadata } from '@vermilion/contract/detection/model-metadata'
import { fail } from '@vermilion/contract/kernel/errors'
import { isLora } from '@vermilion/contract/models'
import type { InferenceModel, LoraModel, Model, StoredModel } from '@vermilion/contract/models'
import { largestMaterial, renderedFamily } from '@vermilion/contract/models/lora'
import type { LoraDescription } from '@vermilion/contract/models/lora'
import { largestKeptFile, largestModelFile, largestTrialPicture } from '@vermilion/contract/models/model-files'
import type {
  ModelCreate,
  ModelFile,
  ModelInspection,
  ModelTrial,
  TrialResult,
} from '@vermilion/contract/models/model-files'
import { storedFormatOf } from '@vermilion/contract/models/stored-formats'
import type { StoredFormat } from '@vermilion/contract/models/stored-formats'
import { predictionKinds, unmeasured } from '@vermilion/contract/predictions'
import type { Files } from '#areas/files'
import type { BlobStore } from '#platform/blobs/blob-store'
import type { Clock } from '#platform/clock'
import type { Database } from '#platform/database/database'
import type { Events } from '#platform/events/events'
import { newId } from '#platform/ids'
import { newlyAdded } from '../model-row.ts'
import type { ModelStore } from '../store.ts'
import { greyPicture } from './grey-picture.ts'
import { describeLora, loraFramework } from './lora-file.ts'
import type { PartlyRead } from './lora-file.ts'
import { readOnnxFacts } from './onnx-facts.ts'
import type { OnnxFacts } from './onnx-facts.ts'
import { recognizeModel } from './recognize.ts'
import type { Corrections, RecognizedModel } from './recognize.ts'
import { describingPart } from './self-describing.ts'
import { requireContent, runtimeOf } from './stored-file.ts'
import type { Trials } from './trials.ts'

interface ModelImportNeeds {
  files: Files
  blobs: BlobStore
  store: ModelStore
  trials: Trials
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
export function describeModel(bytes: Buffer, corrections?: Corrections): DescribedModel {
  if (bytes.length > largestModelFile) throw tooLarge(largestModelFile)
  const facts = factsOf(bytes)
  const recognized = recognizeModel(facts, corrections)
  const content = recognized.isAsDescribed ? bytes : Buffer.concat([bytes, describingPart(recognized.metadata)])
  return { ...recognized, facts, content }
}

export const tooLarge = (limit: number) => fail('model-file.too-large', { limit: `${limit / 1024 ** 2} MiB` })

function factsOf(bytes: Uint8Array): OnnxFacts {
  try {
    return readOnnxFacts(bytes)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    throw fail('model-file.damaged', { reason: error.message })
  }
}

/** A file that is not run on images: a LoRA, or of a format that runs elsewhere. */
type KeptFile =
  | { readonly kind: 'lora'; readonly lora: LoraDescription; readonly content: PartlyRead }
  | { readonly kind: 'stored'; readonly format: StoredFormat; readonly content: PartlyRead }

/** Models that were trained elsewhere, brought as files of a data space. */
// oxlint-disable-next-line max-lines-per-function -- a maker, whose functions share what it is given
export function createModelImport({ files, blobs, store, trials, events, clock, database }: ModelImportNeeds) {
  function requireSize(size: number, limit: number): void {
    if (size > limit) throw tooLarge(limit)
  }

  /** Does something with a model's whole content. */
  async function withModel<Outcome>(
    { fileId, labels, input }: ModelFile,
    work: (model: DescribedModel) => Promise<Outcome> | Outcome,
  ): Promise<Outcome> {
    const { size } = await files.get(fileId)
    requireSize(size, largestModelFile)
    return trials.inTurn(size, async () => {
      const content = await files.content(fileId, true)
      return work(describeModel(await buffer(await content.open()), { labels, input }))
    })
  }

  /** Undefined for what may run on images. */
  async function readKept(fileId: string): Promise<KeptFile | undefined> {
    const { name, size } = await files.get(fileId)
    const format = storedFormatOf(name)
    if (format === undefined) return undefined
    requireSize(size, largestKeptFile)
    const content = await files.content(fileId, true)
    const lora = format === 'safetensors' ? await describeLora(content) : null
    if (lora === null) {
      await requireContent(content, format)
      return { kind: 'stored', format, content }
    }
    if (lora.family === renderedFamily) requireSize(size, largestMaterial)
    return { kind: 'lora', lora, content }
  }

  /** Generations name LoRAs: two of one name could not be told apart. */
  async function requireFree(name: string): Promise<void> {
    if ((await store.lora(name)) !== undefined) throw fail('fine-tuning.name-taken', { name })
  }

  async function keep<Some extends Model>(model: Some): Promise<Model> {
    return database.transaction(async () => {
      if (isLora(model)) await requireFree(model.name)
      await store.add(model)
      events.publish({ type: 'model-changed', modelId: model.id })
      return (await store.find(model.id)) ?? model
    })
  }

  async function addKept(name: string, keptFile: KeptFile): Promise<Model> {
    if (keptFile.kind === 'lora') await requireFree(name)
    const { checksum, size } = await blobs.put(Readable.from(await keptFile.content.open(), { objectMode: false }))
    const about = { id: newId(), name, size, checksum, createdAt: clock.time(), ...fromElsewhere }
    if (keptFile.kind === 'stored') {
      const { format } = keptFile
      return keep<StoredModel>({ ...about, type: 'stored-model', framework: runtimeOf[format], format, refusal: null })
    }
    const { lora } = keptFile
    return keep<LoraModel>({ ...about, type: 'lora-model', framework: loraFramework(lora), lora, samples: [] })
  }

  return {
    async inspect(file: ModelFile): Promise<ModelInspection> {
      const keptFile = await readKept(file.fileId)
      if (keptFile?.kind === 'lora') return { dialect: 'lora', lora: keptFile.lora }
      if (keptFile?.kind === 'stored') return { dialect: 'stored', format: keptFile.format }
      return withModel(file, inspectionOf)
    },

    /** Fails as `model.not-runnable`, and as `inspect`. */
    async try({ picture, ...file }: ModelTrial): Promise<TrialResult> {
      const { name } = await files.get(file.fileId)
      if (storedFormatOf(name) !== undefined) throw fail('model.not-runnable', { name })
      const bytes = Buffer.from(picture, 'base64')
      requireSize(bytes.length, largestTrialPicture)
      return withModel(file, async (model) => {
        const started = performance.now()
        const { width, height, predictions } = await trials.tryOut(model, bytes)
        return { width, height, milliseconds: Math.round(performance.now() - started), predictions }
      })
    },

    async add({ name, ...file }: ModelCreate): Promise<Model> {
      const keptFile = await readKept(file.fileId)
      if (keptFile !== undefined) return addKept(name, keptFile)
      const { metadata, checksum, size } = await withModel(file, async (described) => {
        await trials.tryOut(described, greyPicture)
        return { metadata: described.metadata, ...(await blobs.put(Readable.from([described.content]))) }
      })
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

function inspectionOf({ dialect, metadata, facts }: DescribedModel): ModelInspection {
  const { operatorSet, producer } = facts
  const { labelType, labels } = abilitiesOf(metadata)
  const { name: _name, sizesName: _sizesName, ...input } = metadata.input
  return { dialect, labelType, labels, input, layout: metadata.output.layout, operatorSet, producer }
}

/** There is no telling what it was made of. */
const fromElsewhere = {
  ...newlyAdded,
  datasetId: null,
  datasetName: '',
  datasetFormat: 'coco',
  datasetType: 'image',
  taskId: null,
  taskName: '',
} as const
