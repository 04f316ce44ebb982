import { boxToInput, letterbox } from '@vermilion/contract/detection/letterbox'
import type { ImageResult } from '@vermilion/contract/detection/matching'
import { evaluateDetections } from '@vermilion/contract/detection/metrics'
import type { Truth } from '@vermilion/contract/detection/prediction'
import { viewTruth } from '../data/augmentation.ts'
import { hasAnnotations, readDataFolder } from '../data/read-folder.ts'
import type { DetectionSample } from '../data/sample.ts'
import { elements } from '../graph/graph.ts'
import { ultralyticsKeys } from '../training/export.ts'
import type { TaskDefinition, Task } from '../training/task.ts'
import { decodePredictions, validationThresholds } from './decode.ts'
import { detectorNetwork, stride } from './network.ts'
import { writeTargets } from './targets.ts'

type DetectionDefinition = TaskDefinition<DetectionSample>

const layout = 'centre-size-probabilities'

export const detectionNames: DetectionDefinition['names'] = {
  losses: [
    { column: 'box_loss', name: 'box' },
    { column: 'cls_loss', name: 'label' },
    { column: 'l1_loss', name: 'distance' },
  ],
  metrics: {
    precision: { column: 'precision(B)', name: 'precision' },
    recall: { column: 'recall(B)', name: 'recall' },
    mAP50: { column: 'mAP50(B)', name: 'mAP50' },
    mAP50to95: { column: 'mAP50-95(B)', name: 'mAP50-95' },
  },
}

export const detection: Task<DetectionSample> = {
  read: readDataFolder,
  hasLabels: hasAnnotations,
  truthOf: ({ truth }, labels) =>
    truth.map(({ labelIndex, box }) => ({ kind: 'box', label: labels[labelIndex]!, box })),
  learn({ labels }, { inputSize, width }) {
    const shape = { inputSize, width, labelCount: labels.length }
    const network = detectorNetwork(shape)
    return {
      network,
      names: detectionNames,
      writeTargets(samples, { targets, objects }) {
        const record = elements(targets!.shape) / targets!.shape[0]!
        let count = 0
        for (const [index, { sample, view }] of samples.entries()) {
          const fit = letterbox(sample, inputSize)
          const truth = sample.truth.map(({ labelIndex, box }): Truth => ({ labelIndex, box: boxToInput(box, fit) }))
          const visible = viewTruth(truth, view, inputSize)
          writeTargets(visible, shape, targets!.values, index * record)
          count += visible.length
        }
        objects!.values[0] = 1 / Math.max(1, count)
      },
      measure() {
        const results: ImageResult[] = []
        return {
          add({ sample }, output) {
            const fit = letterbox(sample, inputSize)
            const predictions = decodePredictions(
              [output],
              { layout, labelCount: labels.length },
              fit,
              validationThresholds,
            )
            results.push({ truth: sample.truth, predictions })
          },
          figures() {
            const { overall, instances } = evaluateDetections(results, labels.length)
            return { metrics: overall, count: instances }
          },
        }
      },
      keptRule: 'best-mAP50to95',
      /** Ties are broken by the smaller loss, which alone decides when there are no objects. */
      fitness: ({ mAP50to95 }, losses) => (mAP50to95 ?? 0) - 1e-6 * losses[1]!,
      metadata: {
        task: 'detection',
        output: { layout, stride },
        thresholds: { confidence: 0.25, overlap: 0.45 },
      },
      foreignMetadata: ultralyticsKeys('detect', labels, inputSize, stride),
    }
  },
}
