import { paddingGrey } from '@vermilion/contract/detection/letterbox'
import { metadataKey, modelMetadata, type ModelMetadata } from '@vermilion/contract/detection/model-metadata'
import type { Sample } from '../data/sample.ts'
import { inferenceModel } from '../network/graphs.ts'
import type { Trained } from '../network/network.ts'
import type { Figures } from './results.ts'
import type { TaskDefinition } from './task.ts'

/** Name and version; the same version on the same machine is deterministic to the byte. */
export const trainer = { name: 'vermilion-starter-trainer', version: '0.1.0' } as const

interface Facts {
  labels: readonly string[]
  training: ModelMetadata['training']
  metrics: Figures
}

export function exportModel<S extends Sample>(
  { network, metadata: own, foreignMetadata }: TaskDefinition<S>,
  trained: Trained,
  { labels, training, metrics }: Facts,
): Uint8Array {
  const scale = 1 / 255
  const input = {
    size: network.inputSize,
    channels: 'rgb',
    mean: [0, 0, 0],
    scale: [scale, scale, scale],
    letterbox: { grey: paddingGrey },
  }
  const metadata = modelMetadata.parse({ version: 1, ...own, labels, input, trainer, training, metrics })
  return inferenceModel(network, trained, { [metadataKey]: JSON.stringify(metadata), ...foreignMetadata })
}

/** Keys that readers of Ultralytics' models expect, as Python literals. */
export function ultralyticsKeys(task: string, labels: readonly string[], size: number, stride: number) {
  const names = labels.map((label, index) => `${index}: ${JSON.stringify(label)}`)
  return {
    task,
    stride: String(stride),
    batch: '1',
    imgsz: `[${size}, ${size}]`,
    names: `{${names.join(', ')}}`,
  }
}
