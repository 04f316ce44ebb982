import type { Letterbox } from '@vermilion/contract/detection/letterbox'
import type { SegmentationLayout, SegmentationMetadata } from '@vermilion/contract/detection/model-metadata'
import type { Thresholds } from '@vermilion/contract/detection/prediction'
import { instanceRows, prototypeInstances, queryInstances, wholeInstances } from './instances.ts'
import { imageRows, likeliestClasses } from './likeliest-classes.ts'
import type { LikeliestClasses } from './likeliest-classes.ts'
import { upsampledRows } from './upsampled-rows.ts'

interface SegmentationOutput {
  readonly outputs: readonly Float32Array[]
  readonly metadata: SegmentationMetadata
  readonly fit: Letterbox
  readonly thresholds: Thresholds
}

/** Maps the model's classes to labels and background. */
function labelsOf({ classIndices, scores }: LikeliestClasses, { labels, output }: SegmentationMetadata) {
  const first = output.background === 'first' ? 1 : 0
  const mapped = classIndices.map((classIndex) => {
    const label = classIndex - first
    return label >= 0 && label < labels.length ? label : labels.length
  })
  return { classIndices: mapped, scores }
}

function* upsampledLabels(
  { outputs: [logits = new Float32Array()], metadata, fit }: SegmentationOutput,
  classes: number,
) {
  for (const row of upsampledRows(logits, classes, fit)) yield labelsOf(row, metadata)
}

const binary =
  (probabilityOf: (value: number) => number) =>
  ({ outputs: [values = new Float32Array()], metadata, fit }: SegmentationOutput) => {
    const scores = values.map(probabilityOf)
    const classIndices = Uint16Array.from(scores, (score) => (score > 0.5 ? 0 : 1))
    return imageRows({ classIndices, scores }, fit, metadata.labels.length)
  }

const binaryLogits = binary((logit) => 1 / (1 + Math.exp(-logit)))

const decoders = {
  logits(segmentation) {
    const { metadata, fit } = segmentation
    const { labels, output } = metadata
    const classes = labels.length + (output.background === 'none' ? 0 : 1)
    if (output.upsampling === 'linear') return upsampledLabels(segmentation, classes)
    const [logits = new Float32Array()] = segmentation.outputs
    return imageRows(labelsOf(likeliestClasses(logits, classes), metadata), fit, labels.length)
  },
  'class-map'({ outputs: [numbers = new Float32Array()], metadata, fit }) {
    const classIndices = Uint16Array.from(numbers, (number) => (number >= 0 && number < 0xffff ? number : 0xffff))
    const scores = new Float32Array(numbers.length).fill(1)
    return imageRows(labelsOf({ classIndices, scores }, metadata), fit, metadata.labels.length)
  },
  'binary-logits'(segmentation) {
    const [logits = new Float32Array()] = segmentation.outputs
    if (segmentation.metadata.output.upsampling === 'nearest') return binaryLogits(segmentation)
    // The sigmoid of a logit is its softmax beside a second plane of zeros.
    const planes = new Float32Array(2 * logits.length)
    planes.set(logits)
    return upsampledLabels({ ...segmentation, outputs: [planes] }, 2)
  },
  'binary-probabilities': binary((probability) => probability),
  prototypes: ({ outputs, metadata, fit, thresholds }) =>
    instanceRows(prototypeInstances(outputs, metadata, fit, thresholds), fit, metadata.labels.length),
  instances: ({ outputs, metadata, fit, thresholds }) =>
    instanceRows(wholeInstances(outputs, metadata, fit, thresholds), fit, metadata.labels.length),
  'query-masks': ({ outputs, metadata, fit, thresholds }) =>
    instanceRows(queryInstances(outputs, metadata, fit, thresholds), fit, metadata.labels.length),
} as const satisfies Readonly<Record<SegmentationLayout, (output: SegmentationOutput) => Generator<LikeliestClasses>>>

const usual: Thresholds = { confidence: 0.25, overlap: 0.45 }

/** Classes of the image's own pixels, row by row, from a segmenter's output; the arrays are reused. */
export function segmentedRows(
  outputs: readonly Float32Array[],
  metadata: SegmentationMetadata,
  fit: Letterbox,
  requested: { confidence?: number | undefined; overlap?: number | undefined },
): Generator<LikeliestClasses> {
  const own = metadata.thresholds ?? usual
  const thresholds = { confidence: requested.confidence ?? own.confidence, overlap: requested.overlap ?? own.overlap }
  return decoders[metadata.output.layout]({ outputs, metadata, fit, thresholds })
}
