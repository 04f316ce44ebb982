import type { LabelType } from '@vermilion/contract/labels/dataset-labels'
import type { ModelMetadata } from '@vermilion/contract/detection/model-metadata'
import { createClassificationEvaluator } from '@vermilion/contract/evaluation/classification'
import { createDetectionEvaluator } from '@vermilion/contract/evaluation/detection'
import type { Findings, Verdict } from '@vermilion/contract/evaluation/evaluator'
import { createClassificationSamples } from '@vermilion/contract/evaluation/resampling/classification'
import { createDetectionSamples } from '@vermilion/contract/evaluation/resampling/detection'
import type { Samples } from '@vermilion/contract/evaluation/resampling/samples'
import { createSegmentationSamples } from '@vermilion/contract/evaluation/resampling/segmentation'
import { createSegmentationEvaluator, type Region } from '@vermilion/contract/evaluation/segmentation'
import { maskOfRings } from '@vermilion/contract/labels/raster'
import type { PredictionLine, TruthShape } from '@vermilion/contract/predictions'

export interface Judge {
  add(line: PredictionLine, truth: readonly TruthShape[]): Verdict | null
  findings(): Findings
  readonly byConfidence: boolean
  readonly samples: Samples | null
}

interface JudgeOptions {
  readonly metadata: ModelMetadata
  indexOf(label: string): number | undefined
  readonly confidence: number
  readonly overlap: number
  readonly isSampled?: boolean
}

export const judges: Readonly<Record<LabelType, (options: JudgeOptions) => Judge>> = {
  'target-detection'({ metadata, indexOf, confidence, overlap, isSampled = false }) {
    const evaluator = createDetectionEvaluator(metadata.labels.length, { confidence, overlap })
    const samples = isSampled ? createDetectionSamples(metadata.labels.length, confidence) : null
    let image = 0
    return {
      add({ predictions, faint = [] }, truth) {
        const matches = predictions.flatMap((message) => ('box' in message ? [message] : []))
        const real = truth.flatMap((shape) => {
          const labelIndex = indexOf(shape.label)
          return 'box' in shape && labelIndex !== undefined ? [{ labelIndex, box: shape.box }] : []
        })
        const result = { truth: real, predictions: [...matches, ...faint] }
        samples?.add(result, image)
        image += 1
        return evaluator.add(result)
      },
      findings: () => evaluator.findings(),
      byConfidence: true,
      samples,
    }
  },
  'picture-classification'({ metadata, indexOf, confidence, isSampled = false }) {
    const multiple = metadata.task === 'classification' && metadata.output.multiple
    const labelCount = metadata.labels.length
    const evaluator = createClassificationEvaluator({ labelCount, multiple, confidence })
    const samples = isSampled ? createClassificationSamples({ labelCount, multiple }) : null
    let image = 0
    return {
      add({ predictions, scores }, truth) {
        // Several shapes of one label count once for the image.
        const real = [...new Set(truth.flatMap((shape) => indexOf(shape.label) ?? []))]
        const message = metadata.labels.map(
          (_, labelIndex) => predictions.find((one) => one.labelIndex === labelIndex)?.score ?? 0,
        )
        const classified = { truth: real, scores: scores ?? message }
        const verdict = evaluator.add(classified)
        if (verdict !== null) samples?.add(classified, verdict.cells, image)
        image += 1
        return verdict
      },
      findings: () => evaluator.findings(),
      byConfidence: multiple,
      samples,
    }
  },
  'semantic-segmentation'({ metadata, indexOf, isSampled = false }) {
    const evaluator = createSegmentationEvaluator(metadata.labels.length)
    const samples = isSampled ? createSegmentationSamples(metadata.labels.length) : null
    let image = 0
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
        const verdict = evaluator.add({ width, height, truth: real, predicted: regions })
        if (verdict !== null) samples?.add(verdict.cells, image)
        image += 1
        return verdict
      },
      findings: () => evaluator.findings(),
      byConfidence: false,
      samples,
    }
  },
}
