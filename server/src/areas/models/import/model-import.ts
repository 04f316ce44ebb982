import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { labelTypeOf, type ModelMetadata } from '@vermilion/contract/detection/model-metadata'
import { fail } from '@vermilion/contract/kernel/errors'
import { type InferenceModel, isLora, type LoraModel, type Model, type StoredModel } from '@vermilion/contract/models'
import { type LoraDescription, maxMaterialBytes, renderedFamily } from '@vermilion/contract/models/lora'
import { maxStoredModelBytes, maxModelFileBytes, maxTrialPictureBytes } from '@vermilion/contract/models/model-files'
import type {
  ModelCreate,
  ModelFile,
  ModelInspection,
  ModelTrial,
  TrialResult,
} from '@vermilion/contract/models/model-files'
import { type StoredFormat, storedFormatOf } from '@vermilion/contract/models/stored-formats'
import { predictionKinds, unmeasured } from '@vermilion/contract/predictions'
import type { Datasets } from '#areas/datasets'
import type { Files } from '#areas/files'
import type { Tasks } from '#areas/tasks'
import { newId } from '#platform/ids'
import type { Platform } from '#platform/platform'
import type { ModelStore } from '../store.ts'
import { greyPicture } from './grey-picture.ts'
import { describeLora, loraFramework, type PartlyRead } from './lora-file.ts'
import { type OnnxFacts, readOnnxFacts } from './onnx-facts.ts'
import { type Corrections, type RecognizedModel, recognizeModel } from './recognize.ts'
import { describingPart } from './self-describing.ts'
import { type FileSource, findSourceFile, originOf, type SourceFile } from './source-file.ts'
import { requireContent, runtimeOf } from './stored-file.ts'
import type { Trials } from './trials.ts'

interface ModelImportNeeds extends Pick<Platform, 'blobs' | 'events' | 'clock' | 'database'> {
  files: Files
  tasks: Tasks
  datasets: Datasets
  store: ModelStore
  trials: Trials
}

/** A description is appended unless the file has one. */
export interface DescribedModel extends RecognizedModel {
  readonly facts: OnnxFacts
  readonly content: Buffer
}

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

export function describeModel(bytes: Buffer, corrections?: Corrections): DescribedModel {
  if (bytes.length > maxModelFileBytes) throw tooLarge(maxModelFileBytes)
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

type OtherFile =
  | { readonly kind: 'lora'; readonly lora: LoraDescription; readonly content: PartlyRead }
  | { readonly kind: 'stored'; readonly format: StoredFormat; readonly content: PartlyRead }

interface Named {
  readonly name: string
  readonly creator: string
}

// oxlint-disable-next-line max-lines-per-function -- a maker, whose functions share what it is given
export function createModelImport(needs: ModelImportNeeds) {
  const { blobs, store, trials, events, clock, database } = needs

  function requireSize(size: number, limit: number): void {
    if (size > limit) throw tooLarge(limit)
  }

  async function withModel<Outcome>(
    { size, open }: SourceFile,
    { labels, input }: ModelFile,
    work: (model: DescribedModel) => Promise<Outcome> | Outcome,
  ): Promise<Outcome> {
    requireSize(size, maxModelFileBytes)
    return trials.inTurn(size, async () => work(describeModel(await buffer(await open()), { labels, input })))
  }

  async function readOther(content: SourceFile): Promise<OtherFile | undefined> {
    const { name, size } = content
    const format = storedFormatOf(name)
    if (format === undefined) return undefined
    requireSize(size, maxStoredModelBytes)
    const lora = format === 'safetensors' ? await describeLora(content) : null
    if (lora === null) {
      await requireContent(content, format)
      return { kind: 'stored', format, content }
    }
    if (lora.family === renderedFamily) requireSize(size, maxMaterialBytes)
    return { kind: 'lora', lora, content }
  }

  /** Generations refer to LoRAs by name, so names must be unique. */
  async function requireFree(name: string): Promise<void> {
    if ((await store.lora(name)) !== undefined) throw fail('fine-tuning.name-taken', { name })
  }

  async function keep<Some extends Model>(model: Some, sourceTaskId: string | null): Promise<Model> {
    return database.transaction(async () => {
      if (isLora(model)) await requireFree(model.name)
      await store.add(model, sourceTaskId)
      events.publish({ type: 'model-changed', modelId: model.id })
      return (await store.find(model.id)) ?? model
    })
  }

  async function addOther(named: Named, otherFile: OtherFile, source: FileSource): Promise<Model> {
    const { name, creator } = named
    if (otherFile.kind === 'lora') await requireFree(name)
    const { checksum, size } = await blobs.put(Readable.from(await otherFile.content.open(), { objectMode: false }))
    const { about: origin, sourceTaskId } = await originOf(needs, source, creator)
    const about = { id: newId(), name, size, checksum, createdAt: clock.time(), ...origin }
    if (otherFile.kind === 'stored') {
      const { format } = otherFile
      const framework = runtimeOf[format]
      const stored = { ...about, type: 'stored-model', framework, format, refusal: null } as const
      return keep<StoredModel>(stored, sourceTaskId)
    }
    const { lora } = otherFile
    const framework = loraFramework(lora)
    const made = { lora, samples: [], covers: [] }
    return keep<LoraModel>({ ...about, type: 'lora-model', framework, ...made }, sourceTaskId)
  }

  return {
    async inspect(file: ModelFile): Promise<ModelInspection> {
      const content = await findSourceFile(needs, file)
      const otherFile = await readOther(content)
      if (otherFile?.kind === 'lora') return { dialect: 'lora', lora: otherFile.lora }
      if (otherFile?.kind === 'stored') return { dialect: 'stored', format: otherFile.format }
      return withModel(content, file, inspectionOf)
    },

    async try({ picture, ...file }: ModelTrial): Promise<TrialResult> {
      const content = await findSourceFile(needs, file)
      const { name } = content
      if (storedFormatOf(name) !== undefined) throw fail('model.not-runnable', { name })
      const bytes = Buffer.from(picture, 'base64')
      requireSize(bytes.length, maxTrialPictureBytes)
      return withModel(content, file, async (model) => {
        const started = performance.now()
        const { width, height, predictions } = await trials.tryOut(model, bytes)
        return { width, height, milliseconds: Math.round(performance.now() - started), predictions }
      })
    },

    async add({ name, ...file }: ModelCreate, creator: string): Promise<Model> {
      const content = await findSourceFile(needs, file)
      const otherFile = await readOther(content)
      if (otherFile !== undefined) return addOther({ name, creator }, otherFile, file)
      const { metadata, checksum, size } = await withModel(content, file, async (described) => {
        await trials.tryOut(described, greyPicture)
        return { metadata: described.metadata, ...(await blobs.put(Readable.from([described.content]))) }
      })
      const { about, sourceTaskId } = await originOf(needs, file, creator)
      const model: InferenceModel = {
        id: newId(),
        name,
        type: 'cloud-inference-model',
        size,
        framework: [metadata.trainer.name, metadata.trainer.version].join(' ').trim(),
        ...abilitiesOf(metadata),
        checksum,
        createdAt: clock.time(),
        ...about,
      }
      return keep(model, sourceTaskId)
    },
  }
}

function inspectionOf({ dialect, metadata, facts }: DescribedModel): ModelInspection {
  const { operatorSet, producer } = facts
  const { labelType, labels } = abilitiesOf(metadata)
  const { name: _name, sizesName: _sizesName, ...input } = metadata.input
  return { dialect, labelType, labels, input, layout: metadata.output.layout, operatorSet, producer }
}
