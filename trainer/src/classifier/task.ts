import { evaluateClassification, type ClassifiedImage } from '@vermilion/contract/detection/classification'
import { hasLabelsOf, readLabeledFolder } from '../data/read-labeled.ts'
import type { Sample } from '../data/sample.ts'
import { ultralyticsKeys } from '../training/export.ts'
import type { ResultNames } from '../training/results.ts'
import type { Task } from '../training/task.ts'
import { classifierNetwork } from './network.ts'

export type ClassSample = Sample<number[]>

const losses = [{ column: 'loss', name: 'loss' }]
const names: Readonly<Record<'single' | 'multiple', ResultNames>> = {
  single: {
    losses,
    metrics: { top1: { column: 'top1', name: 'top-1' }, top5: { column: 'top5', name: 'top-5' } },
  },
  multiple: { losses, metrics: { meanPrecision: { column: 'mAP', name: 'mAP' } } },
}

export const classification: Task<ClassSample> = {
  read: (folder) =>
    readLabeledFolder({
      folder,
      labelType: 'picture-classification',
      kinds: ['class'],
      truthOf: ({ shapes }) => [...new Set(shapes.map(({ labelIndex }) => labelIndex))].toSorted((a, b) => a - b),
    }),

  hasLabels: (folder) => hasLabelsOf(folder, 'picture-classification'),
  truthOf: ({ truth }, labels) => truth.map((labelIndex) => ({ kind: 'class', label: labels[labelIndex]! })),

  learn({ labels, train, val }, { inputSize, width }) {
    const multiple = [...train, ...val].some(({ truth }) => truth.length !== 1)
    const network = classifierNetwork({ inputSize, width, labelCount: labels.length, multiple })
    return {
      network,
      names: multiple ? names.multiple : names.single,
      writeTargets(samples, { targets, share }) {
        for (const [index, { sample }] of samples.entries()) {
          for (const label of sample.truth) targets!.values[index * labels.length + label] = 1
          share!.values[index] = 1 / samples.length
        }
      },
      measure() {
        const results: ClassifiedImage[] = []
        return {
          add: ({ sample }, output) => results.push({ scores: output.slice(), truth: sample.truth }),
          figures() {
            const { overall, images } = evaluateClassification(results, labels.length, multiple)
            return { metrics: overall, count: images }
          },
        }
      },
      keptRule: multiple ? 'best-meanPrecision' : 'best-top1',
      /** Ties are broken by the smaller loss. */
      fitness: ({ top1, meanPrecision }, [loss = 0]) => (multiple ? (meanPrecision ?? 0) : (top1 ?? 0)) - 1e-6 * loss,
      metadata: {
        task: 'classification',
        output: { layout: 'probabilities', multiple },
        thresholds: { confidence: 0.25 },
      },
      foreignMetadata: ultralyticsKeys('classify', labels, inputSize, 1),
    }
  },
}
