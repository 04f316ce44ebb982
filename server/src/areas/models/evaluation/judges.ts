import type { LabelType } from '@vermilion/contract/labels/dataset-labels'
import type { ModelMetadata } from '@vermilion/contract/detection/model-metadata'
import { createClassificationEvaluator } from '@vermilion/contract/evaluation/classification'
import { createDetectionEvaluator } from '@vermilion/contract/evaluation/detection'
import type { Findings, Verdict } from '@vermilion/contract/evaluation/evaluator'
import { createSegmentationEvaluator, type Region } from '@vermilion/contract/evaluation/segmentation'
import { maskOfRings } from '@vermilion/contract/labels/raster'
import type { PredictionLine, TruthShape } from '@vermilion/contract/predictions'

/** Judges what a model said of images, one after another. */
export interface Judge {
  add(line: PredictionLine, truth: readonly TruthShape[]): Verdict | null
  findings(): Findings
  /** Whether it judges otherwise at another confidence. */
  readonly byConfidence: boolean
}

interface JudgeOptions {
  readonly metadata: ModelMetadata
  /** The place of a label in the model's list; undefined for one that the model does not know. */
  indexOf(label: string): number | undefined
  readonly confidence: number
  readonly overlap: number
}

/** A judge of each label type: what of a line and of the truth it takes. */
export const judges: Readonly<Record<LabelType, (options: JudgeOptions) => Judge>> = {
  'target-detection'({ metadata, indexOf, confidence, overlap }) {
    const evaluator = createDetectionEvaluator(metadata.labels.length, { confidence, overlap })
    return {
      add({ predictions, faint = [] }, truth) {
        const matches = predictions.flatMap((message) => ('box' in message ? [message] : []))
        const real = truth.flatMap((shape) => {
          const labelIndex = indexOf(shape.label)
          return 'box' in shape && labelIndex !== undefined ? [{ labelIndex, box: shape.box }] : []
        })
        return evaluator.add({ truth: real, predictions: [...matches, ...faint] })
      },
      findings: () => evaluator.findings(),
      byConfidence: true,
    }
  },
  'picture-classification'({ metadata, indexOf, confidence }) {
    const multiple = metadata.task === 'classification' && metadata.output.multiple
    const evaluator = createClassificationEvaluator({ labelCount: metadata.labels.length, multiple, confidence })
    return {
      add({ predictions, scores }, truth) {
        // A label that is drawn several times is one thing that the image shows.
        const real = [...new Set(truth.flatMap((shape) => indexOf(shape.label) ?? []))]
        const message = metadata.labels.map(
          (_, labelIndex) => predictions.find((one) => one.labelIndex === labelIndex)?.score ?? 0,
        )
        return evaluator.add({ truth: real, scores: scores ?? message })
      },
      findings: () => evaluator.findings(),
      byConfidence: multiple,
    }
  },
  'semantic-segmentation'({ metadata, indexOf }) {
    const evaluator = createSegmentationEvaluator(metadata.labels.length)
    return {
      add({ predictions, width, height }, truth) {
        const real = truth.flatMap((shape): Region[] => {
          const labelIndex = indexOf(shape.label)
          if (labelIndex === undefined) return []
          if ('mask' in shape) return [{ labelIndex, mask: shape.mask }]
          const mask = 'polygon' in shape ? maskOfRings(shape.polygon.rings, { width, height }) : null
          return mask === null ? [] : [{ labelIndex, mask }]
        })
        const regions = predictions.flatMap((message): Region[] => ('mask' in message ? [message] : []))
        return evaluator.add({ width, height, truth: real, predicted: regions })
      },
      findings: () => evaluator.findings(),
      byConfidence: false,
    }
  },
}
