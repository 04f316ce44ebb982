import type { DetectionMetadata } from '@vermilion/contract/detection/model-metadata'
import type { ImageResult } from '@vermilion/contract/detection/matching'
import type { Prediction } from '@vermilion/contract/detection/prediction'
import { mergeTileBoxes } from '@vermilion/contract/detection/tiles/merge-boxes'
import type { Box } from '@vermilion/contract/labels/box'
import { colourAt, escapeText } from '../figures/chart.ts'
import { confusionFigure } from '../figures/confusion.ts'
import { f1Figure, precisionRecallFigure } from '../figures/curves.ts'
import type { MeasuredImage, ModelReader, Reading } from '../inference/reader.ts'
import { validationThresholds } from './decode.ts'
import { reportOf } from './report.ts'
import { createDetector } from './run-detector.ts'

export const detectionReader: ModelReader<DetectionMetadata> = {
  open(runner, metadata) {
    const detector = createDetector(runner, metadata)
    return async (pixels, options) => {
      const thresholds = {
        confidence: options.confidence ?? metadata.thresholds.confidence,
        overlap: options.overlap ?? metadata.thresholds.overlap,
      }
      const least = Math.min(thresholds.confidence, validationThresholds.confidence)
      const detections = await detector.detect(
        pixels,
        options.isMeasured ? { ...thresholds, confidence: least } : thresholds,
      )
      const shapes = detections.map((one) => ({ kind: 'box' as const, ...one }))
      const predictions = shapes
        .filter(({ score }) => score >= thresholds.confidence)
        .map((one) => ({ label: metadata.labels[one.labelIndex]!, ...one }))
      if (!options.isMeasured) return { predictions }
      return { predictions, faint: shapes.filter(({ score }) => score < thresholds.confidence) }
    }
  },

  mergeTiles({ picture, full, parts }, { labels, thresholds }, { confidence = thresholds.confidence, isMeasured }) {
    const everything = { tile: { x: 0, y: 0, ...picture }, reading: full ?? { predictions: [] } }
    const findings = [everything, ...parts].map(({ tile, reading }) => ({ tile, predictions: boxesIn(tile, reading) }))
    const merged = mergeTileBoxes(picture, findings, confidence).map((one) => ({ kind: 'box' as const, ...one }))
    const predictions = merged
      .filter(({ score }) => score >= confidence)
      .map((one) => ({ label: labels[one.labelIndex]!, ...one }))
    return isMeasured ? { predictions, faint: merged.filter(({ score }) => score < confidence) } : { predictions }
  },

  measurement({ labels }) {
    const results: ImageResult[] = []
    return {
      add: (image) => results.push(resultOf(image, labels)),
      result() {
        const { report, evaluation } = reportOf(results, labels)
        const figures = {
          'precision-recall.svg': precisionRecallFigure(evaluation, labels),
          'f1.svg': f1Figure(evaluation, labels),
          'confusion.svg': confusionFigure(report.confusion),
        }
        return { report, figures }
      },
    }
  },

  /** Truth in dashed white, predictions in their label's color. */
  marks(image, { labels }, { scale, confidence }) {
    const { truth, predictions: all } = resultOf(image, labels)
    const frame = (box: Box, more: string) => {
      const [x, y, width, height] = [box.x, box.y, box.width, box.height].map((v) => (v * scale).toFixed(1))
      return `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="none" stroke-width="2" ${more}/>`
    }
    const usual = image.reading.predictions.flatMap((one) => ('box' in one ? [one] : []))
    const sure = confidence === undefined ? usual : all.filter(({ score }) => score >= confidence)
    return [
      ...truth.map(({ box }) => frame(box, 'stroke="#fff" stroke-dasharray="4 3"')),
      ...sure.map(({ box, labelIndex, score }) => {
        const colour = colourAt(labelIndex)
        const at = `x="${(box.x * scale).toFixed(1)}" y="${Math.max(11, Number((box.y * scale).toFixed(1)) - 3)}"`
        const text = `${escapeText(labels[labelIndex]!)} ${score.toFixed(2)}`
        return `${frame(box, `stroke="${colour}"`)}<text ${at} ${outline}>${text}</text>`
      }),
    ]
  },
}

function boxesIn({ x, y }: Box, { predictions, faint = [] }: Reading): Prediction[] {
  return [...predictions.flatMap((one) => ('box' in one ? [one] : [])), ...faint].map(({ labelIndex, score, box }) => {
    return { labelIndex, score, box: { ...box, x: box.x + x, y: box.y + y } }
  })
}

/** Keeps text readable on any background. */
const outline = 'font-weight="600" fill="#fff" stroke="#000" stroke-width="2" paint-order="stroke"'

/** Excludes truth with labels unknown to the model. */
function resultOf(
  { truth, reading: { predictions, faint = [] } }: MeasuredImage,
  labels: readonly string[],
): ImageResult {
  const boxes = truth.flatMap((one) => {
    const labelIndex = labels.indexOf(one.label)
    return 'box' in one && labelIndex >= 0 ? [{ labelIndex, box: one.box }] : []
  })
  const predictedBoxes = predictions.flatMap((one) => ('box' in one ? [one] : []))
  return { truth: boxes, predictions: [...predictedBoxes, ...faint] }
}
