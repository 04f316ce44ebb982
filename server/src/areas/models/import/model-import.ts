import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { labelTypeOf } from '@vermilion/contract/detection/model-metadata'
import type { ModelMetadata } from '@vermilion/contract/detection/model-metadata'
import { fail } from '@vermilion/contract/kernel/errors'
import type { Model } from '@vermilion/contract/models'
import { largestModelFile } from '@vermilion/contract/models/model-files'
import type { ModelCreate, ModelFile, ModelInspection } from '@vermilion/contract/models/model-files'
import { predictionKinds, unmeasured } from '@vermilion/contract/predictions'
import type { Files } from '#areas/files'
import type { BlobStore } from '#platform/blobs/blob-store'
import type { Clock } from '#platform/clock'
import type { Events } from '#platform/events/events'
import { newId } from '#platform/ids'
import type { Predictor } from '../predictor.ts'
import type { ModelStore } from '../store.ts'
import { greyPicture } from './grey-picture.ts'
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
export function createModelImport({ files, blobs, store, predictor, events, clock }: ModelImportNeeds) {
  async function read({ fileId, labels }: ModelFile): Promise<DescribedModel> {
    const { size } = await files.get(fileId)
    if (size > largestModelFile) throw fail('model-file.too-large', { limit: `${largestModelFile / 1024 ** 2} MiB` })
    const content = await files.content(fileId, true)
    return describeModel(await buffer(await content.open()), labels)
  }

  /** The file is run once before anybody relies on it, in a process of its own. */
  async function tryOut(checksum: string): Promise<void> {
    const response = await predictor.predict({ checksum }, greyPicture)
    const reason = 'unusable' in response ? response.unusable : 'broken' in response ? response.broken : undefined
    if (reason !== undefined) throw fail('model-file.unusable', { reason: reason.slice(0, 500) })
  }

  return {
    async inspect(file: ModelFile): Promise<ModelInspection> {
      const { dialect, metadata, facts } = await read(file)
      const { operatorSet, producer } = facts
      const { labelType, labels, inputSize } = abilitiesOf(metadata)
      return { dialect, labelType, labels, inputSize, operatorSet, producer }
    },

    async add({ name, ...file }: ModelCreate): Promise<Model> {
      const { metadata, content } = await read(file)
      const { checksum, size } = await blobs.put(Readable.from([content]))
      await tryOut(checksum)
      const model: Model = {
        id: newId(),
        name,
        type: 'cloud-inference-model',
        size,
        framework: [metadata.trainer.name, metadata.trainer.version].join(' ').trim(),
        ...abilitiesOf(metadata),
        checksum,
        datasetId: null,
        datasetName: '',
        datasetFormat: 'coco',
        datasetType: 'image',
        taskId: null,
        taskName: '',
        createdAt: clock.time(),
      }
      await store.add(model)
      events.publish({ type: 'model-changed', modelId: model.id })
      return model
    },
  }
}
