import { countPixels, evaluateSegmentation, pixelConfusion } from '@vermilion/contract/detection/segmentation'
import { areaOf } from '@vermilion/contract/formats/areas/areas'
import { hasLabelsOf, readLabeledFolder } from '../data/read-labeled.ts'
import { ultralyticsKeys } from '../training/export.ts'
import type { ResultNames } from '../training/results.ts'
import type { Task } from '../training/task.ts'
import { viewClasses, writeClassMap, type SegmentationSample } from './class-map.ts'
import { likeliestClasses } from './likeliest-classes.ts'
import { segmenterNetwork, stride } from './network.ts'

const names: ResultNames = {
  losses: [{ column: 'loss', name: 'loss' }],
  metrics: {
    mIoU: { column: 'mIoU', name: 'mIoU' },
    mIoUWithBackground: { column: 'mIoU_with_background', name: 'mIoU with background' },
    pixelAccuracy: { column: 'pixel_accuracy', name: 'pixel accuracy' },
  },
}

export const segmentation: Task<SegmentationSample> = {
  read: (folder) =>
    readLabeledFolder({
      folder,
      labelType: 'semantic-segmentation',
      kinds: ['polygon', 'mask'],
      truthOf: ({ shapes }) => shapes,
    }),

  hasLabels: (folder) => hasLabelsOf(folder, 'semantic-segmentation'),
  truthOf: ({ truth }, labels) => truth.map(({ labelIndex, ...shape }) => ({ ...shape, label: labels[labelIndex]! })),

  learn({ labels, train, val }, { inputSize, width }) {
    const network = segmenterNetwork({ inputSize, width, labelCount: labels.length })
    const weights = classWeights(train, labels.length)
    const areas = val.reduce((sum, { truth }) => sum + truth.length, 0)
    return {
      network,
      names,
      classMap: (sample, out) => writeClassMap(sample, labels.length, inputSize, out),
      writeTargets(samples, { targets, share }) {
        const plane = (inputSize / stride) ** 2
        const record = (labels.length + 1) * plane
        let total = 0
        for (const [index, { view, classes }] of samples.entries()) {
          viewClasses(classes(), view, { inputSize, step: stride }, (cell, sampleIndex) => {
            const weight = weights[sampleIndex]!
            targets!.values[index * record + sampleIndex * plane + cell] = weight
            total += weight
          })
        }
        share!.values[0] = total === 0 ? 0 : 1 / total
      },
      measure() {
        const pixels = pixelConfusion(labels.length)
        return {
          add: ({ classes }, output) =>
            countPixels(pixels, likeliestClasses(output, labels.length + 1).classIndices, classes()),
          figures: () => ({ metrics: evaluateSegmentation(pixels).overall, count: areas }),
        }
      },
      keptRule: 'best-mIoU',
      /** Ties are broken by the smaller loss. */
      fitness: ({ mIoU }, [loss = 0]) => (mIoU ?? 0) - 1e-6 * loss,
      metadata: { task: 'segmentation', output: { layout: 'logits' } },
      foreignMetadata: ultralyticsKeys('semantic', labels, inputSize, 1),
    }
  },
}

const maxWeight = 5

/** Background last: the square root of the inverse frequency. Absent classes weigh as the rarest present one. */
function classWeights(samples: readonly SegmentationSample[], labelCount: number): number[] {
  const parts = Array.from({ length: labelCount + 1 }, () => 0)
  for (const { width, height, truth } of samples) {
    let covered = 0
    for (const shape of truth) {
      const part = (areaOf(shape)?.size ?? 0) / (width * height)
      parts[shape.labelIndex]! += part
      covered += part
    }
    parts[labelCount]! += Math.max(0, 1 - covered)
  }
  const greatest = Math.max(...parts)
  return parts.map((part) => Math.min(maxWeight, Math.sqrt(greatest / Math.max(part, 1e-9))))
}
