import { evaluateClassification, type ClassifiedImage } from '@vermilion/contract/detection/classification'
import type { ClassificationLayout, ClassificationMetadata } from '@vermilion/contract/detection/model-metadata'
import type { ClassificationMetrics } from '@vermilion/contract/predictions'
import { escapeText } from '../figures/chart.ts'
import { confusionFigure } from '../figures/confusion.ts'
import { runOn, type MeasuredImage, type MeasuredReport, type ModelReader } from '../inference/reader.ts'

export interface ClassificationReport extends MeasuredReport {
  metrics: ClassificationMetrics
  multiple: boolean
  classes: { label: string; instances: number; recall: number | null; averagePrecision: number | null }[]
}

const round = (score: number) => Number(score.toFixed(6))

const sigmoids = (logits: Float32Array) => logits.map((logit) => 1 / (1 + Math.exp(-logit)))

function softmax(logits: Float32Array): Float32Array {
  const most = logits.reduce((largest, logit) => Math.max(largest, logit), Number.NEGATIVE_INFINITY)
  const powers = logits.map((logit) => Math.exp(logit - most))
  const total = powers.reduce((sum, power) => sum + power, 0)
  return powers.map((power) => power / total)
}

interface TopOutput {
  readonly indices: Float32Array | undefined
  /** Number of labels. */
  readonly count: number
}

const probabilitiesOf: Readonly<
  Record<ClassificationLayout, (output: Float32Array, multiple: boolean, about: TopOutput) => Float32Array>
> = {
  probabilities: (output) => output,
  logits: (output, multiple) => (multiple ? sigmoids(output) : softmax(output)),
  'top-probabilities'(output, _multiple, { indices = new Float32Array(), count }) {
    if (indices.length !== output.length || indices.some((index) => !(index >= 0 && index < count)))
      throw new Error(`its likeliest classes are none of ${count} labels`)
    const scores = new Float32Array(count)
    for (const [at, index] of indices.entries()) scores[index] = output[at]!
    return scores
  },
}

export const classificationReader: ModelReader<ClassificationMetadata> = {
  open(runner, metadata) {
    const { labels, output, thresholds } = metadata
    return async (pixels, { confidence = thresholds.confidence }) => {
      const { outputs } = await runOn(runner, pixels, metadata)
      const [raw = new Float32Array(), indices] = outputs
      const values = probabilitiesOf[output.layout](raw, output.multiple, { indices, count: labels.length })
      if (values.length !== labels.length)
        throw new Error(`${values.length} numbers are no scores of ${labels.length} labels`)
      const scores = Array.from(values, round)
      const predictions = labels
        .map((label, labelIndex) => ({ kind: 'class' as const, label, labelIndex, score: scores[labelIndex]! }))
        .toSorted((a, b) => b.score - a.score)
        // With single classes the likeliest is always reported.
        .filter(({ score }, index) => score >= confidence || (index === 0 && !output.multiple))
      return { predictions, scores }
    }
  },

  mergeTiles: null,

  measurement({ labels, output: { multiple } }) {
    const results: ClassifiedImage[] = []
    return {
      add: (image) => results.push({ scores: image.reading.scores ?? [], truth: truthOf(image, labels) }),
      result() {
        const evaluation = evaluateClassification(results, labels.length, multiple)
        const classes = evaluation.labels.map(({ labelIndex, images, recall, averagePrecision }) => ({
          label: labels[labelIndex]!,
          instances: images,
          recall,
          averagePrecision,
        }))
        const confusion = { labels: multiple ? [] : labels, matrix: evaluation.confusion }
        const report: ClassificationReport = {
          images: evaluation.images,
          metrics: evaluation.overall,
          multiple,
          classes,
          confusion,
        }
        return { report, figures: multiple ? {} : { 'confusion.svg': confusionFigure(confusion) } }
      },
    }
  },

  /** The prediction, green when right, with the truth below. */
  marks(image, { labels }) {
    const real = truthOf(image, labels)
    const line = (text: string, row: number, colour: string) =>
      `<text x="6" y="${18 + row * 18}" font-size="15" stroke="#000" stroke-width="3" paint-order="stroke" fill="${colour}">${escapeText(text)}</text>`
    const lines = image.reading.predictions.slice(0, 3).map(({ label, labelIndex, score }, row) => {
      return line(
        `${label} ${score.toFixed(2)}`,
        row,
        image.truth.length === 0 ? '#fff' : real.includes(labelIndex) ? '#7ddc7d' : '#ff8a80',
      )
    })
    if (image.truth.length === 0) return lines
    return [...lines, line(real.map((label) => labels[label]!).join(', ') || '–', lines.length, '#fff')]
  },
}

function truthOf({ truth }: MeasuredImage, labels: readonly string[]): number[] {
  return [...new Set(truth.map(({ label }) => labels.indexOf(label)))].filter((label) => label >= 0)
}
