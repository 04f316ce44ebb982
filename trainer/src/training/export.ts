import { paddingGrey } from '@vermilion/contract/detection/letterbox'
import { metadataKey, type DetectionMetadata } from '@vermilion/contract/detection/model-metadata'
import type { DetectionMetrics } from '@vermilion/contract/predictions'
import { inferenceModel, type Trained } from '../detector/graphs.ts'
import { stride, type DetectorShape } from '../detector/plan.ts'

/** Of the trainer; the same version on the same machine gives the same bytes. */
export const trainer = { name: 'vermilion-starter-trainer', version: '0.1.0' } as const

interface Facts {
  labels: string[]
  training: DetectionMetadata['training']
  metrics: DetectionMetrics
}

/** The finished model file, with all that is needed to run it in its metadata. */
export function exportModel(shape: DetectorShape, trained: Trained, { labels, training, metrics }: Facts): Uint8Array {
  const scale = 1 / 255
  const metadata: DetectionMetadata = {
    version: 1,
    task: 'detection',
    labels,
    input: {
      size: shape.inputSize,
      channels: 'rgb',
      mean: [0, 0, 0],
      scale: [scale, scale, scale],
      letterbox: { grey: paddingGrey },
    },
    output: { layout: 'centre-size-probabilities', stride },
    thresholds: { confidence: 0.25, overlap: 0.45 },
    trainer,
    training,
    metrics,
  }
  return inferenceModel(shape, trained, { [metadataKey]: JSON.stringify(metadata), ...ultralyticsKeys(metadata) })
}

/** The keys that readers of Ultralytics' detection models look for, in the Python literals they expect. */
function ultralyticsKeys({ labels, input, output }: DetectionMetadata): Record<string, string> {
  const names = labels.map((label, index) => `${index}: ${JSON.stringify(label)}`)
  return {
    task: 'detect',
    stride: String(output.stride),
    batch: '1',
    imgsz: `[${input.size}, ${input.size}]`,
    names: `{${names.join(', ')}}`,
  }
}
