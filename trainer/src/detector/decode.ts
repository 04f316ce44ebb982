import { boxFromInput, type Letterbox, type Size } from '@vermilion/contract/detection/letterbox'
import type { DetectionLayout } from '@vermilion/contract/detection/model-metadata'
import { byScore, suppress, type Prediction, type Thresholds } from '@vermilion/contract/detection/prediction'
import { boxWithin, type Box } from '@vermilion/contract/labels/box'

/** Low enough for complete precision-recall curves; NMS as in the model's metadata. */
export const validationThresholds = { confidence: 0.005, overlap: 0.45 } as const

interface Candidate {
  readonly labelIndex: number
  readonly score: number
  /** Row of the box where a row has several candidates. */
  readonly row?: number
  /** Read only for candidates above the threshold. */
  box(): Box
  more(index: number): number
}

export interface BoxOutput {
  readonly layout: DetectionLayout
  readonly labelCount: number
  readonly firstLabel?: number | undefined
  /** Class index of each label where they do not follow `firstLabel`. */
  readonly classes?: readonly number[] | undefined
  readonly more?: number
}

type Outputs = readonly Float32Array[]

interface About extends Pick<BoxOutput, 'labelCount'> {
  readonly more: number
  readonly input: Size
  /** Undefined for the background and other classes without a label. */
  labelOf(classIndex: number): number | undefined
}

interface Candidates {
  readonly count: number
  /** The likeliest that count; all by default. */
  readonly most?: number
  at(index: number): Candidate
}

interface OutputReader {
  /** True when duplicates still have to be removed by NMS. */
  readonly hasDoubles: boolean
  candidates(outputs: Outputs, about: About): Candidates
}

const inPixels: Size = { width: 1, height: 1 }
const aroundCentre = ([x, y, width, height]: readonly [number, number, number, number], scale = inPixels): Box => ({
  x: (x - width / 2) * scale.width,
  y: (y - height / 2) * scale.height,
  width: width * scale.width,
  height: height * scale.height,
})
const betweenCorners = (left: number, top: number, right: number, bottom: number): Box => ({
  x: left,
  y: top,
  width: right - left,
  height: bottom - top,
})

function countOf(output: Float32Array | undefined, width: number, { labelCount }: About): number {
  const count = (output?.length ?? Number.NaN) / width
  if (!Number.isInteger(count)) throw new Error(`${output?.length ?? 0} numbers are no boxes of ${labelCount} labels`)
  return count
}

function likeliest(labelCount: number, valueOf: (label: number) => number): number {
  let labelIndex = 0
  for (let label = 1; label < labelCount; label++) if (valueOf(label) > valueOf(labelIndex)) labelIndex = label
  return labelIndex
}

/** Candidate with label index; classes without a label are below any threshold. */
function labeled(classIndex: number, score: number, { labelOf }: About) {
  const labelIndex = labelOf(classIndex)
  return labelIndex === undefined ? { labelIndex: 0, score: -1 } : { labelIndex, score }
}

function labelsByClass({ labelCount, firstLabel = 0, classes }: BoxOutput): About['labelOf'] {
  if (classes !== undefined) {
    const labels = new Map(classes.slice(0, labelCount).map((classIndex, label) => [classIndex, label]))
    return (classIndex) => labels.get(classIndex)
  }
  return (classIndex) => {
    const label = classIndex - firstLabel
    return Number.isInteger(label) && label >= 0 && label < labelCount ? label : undefined
  }
}

const none = () => 0
const sigmoid = (logit: number) => 1 / (1 + Math.exp(-logit))

const outputReaders = {
  'centre-size-probabilities': {
    hasDoubles: true,
    candidates([output = new Float32Array()], about) {
      const { labelCount, more } = about
      const cells = countOf(output, 4 + labelCount + more, about)
      const at = (cell: number): Candidate => {
        const value = (row: number) => output[row * cells + cell]!
        const labelIndex = likeliest(labelCount, (label) => value(4 + label))
        const box = () => aroundCentre([value(0), value(1), value(2), value(3)])
        return { labelIndex, score: value(4 + labelIndex), box, more: (index) => value(4 + labelCount + index) }
      }
      return { count: cells, at }
    },
  },
  'centre-size-objectness-probabilities': {
    hasDoubles: true,
    candidates([output = new Float32Array()], about) {
      const { labelCount, more } = about
      const width = 5 + labelCount + more
      const at = (row: number): Candidate => {
        const value = (column: number) => output[row * width + column]!
        const labelIndex = likeliest(labelCount, (label) => value(5 + label))
        const box = () => aroundCentre([value(0), value(1), value(2), value(3)])
        const score = value(4) * value(5 + labelIndex)
        return { labelIndex, score, box, more: (index) => value(5 + labelCount + index) }
      }
      return { count: countOf(output, width, about), at }
    },
  },
  'corners-score-label': {
    hasDoubles: false,
    candidates([output = new Float32Array()], about) {
      const width = 6 + about.more
      const at = (row: number): Candidate => {
        const value = (column: number) => output[row * width + column]!
        const box = () => betweenCorners(value(0), value(1), value(2), value(3))
        return { ...labeled(value(5), value(4), about), box, more: (index) => value(6 + index) }
      }
      return { count: countOf(output, width, about), at }
    },
  },
  'query-probabilities': {
    hasDoubles: false,
    candidates([output = new Float32Array()], about) {
      const { labelCount, input } = about
      const at = (row: number): Candidate => {
        const value = (column: number) => output[row * (4 + labelCount) + column]!
        const labelIndex = likeliest(labelCount, (label) => value(4 + label))
        const box = () => aroundCentre([value(0), value(1), value(2), value(3)], input)
        return { labelIndex, score: value(4 + labelIndex), box, more: none }
      }
      return { count: countOf(output, 4 + labelCount, about), at }
    },
  },
  'query-score-label': {
    hasDoubles: false,
    candidates([output = new Float32Array()], about) {
      const at = (row: number): Candidate => {
        const value = (column: number) => output[row * 6 + column]!
        const box = () => aroundCentre([value(0), value(1), value(2), value(3)], about.input)
        return { ...labeled(value(5), value(4), about), box, more: none }
      }
      return { count: countOf(output, 6, about), at }
    },
  },
  'query-logits': {
    hasDoubles: false,
    candidates([logits = new Float32Array(), boxes = new Float32Array()], about) {
      const most = countOf(boxes, 4, about)
      const classes = logits.length / most
      if (!Number.isInteger(classes)) throw new Error('there are not as many boxes as logits')
      const at = (index: number): Candidate => {
        const row = Math.floor(index / classes)
        const corner = (side: number) => boxes[row * 4 + side]!
        const box = () => aroundCentre([corner(0), corner(1), corner(2), corner(3)], about.input)
        return { ...labeled(index % classes, sigmoid(logits[index]!), about), row, box, more: none }
      }
      return { count: logits.length, most, at }
    },
  },
  'image-corners-label-score': {
    hasDoubles: false,
    candidates([output = new Float32Array()], about) {
      const at = (row: number): Candidate => {
        const value = (column: number) => output[row * 7 + column]!
        const box = () => betweenCorners(value(1), value(2), value(3), value(4))
        return { ...labeled(value(5), value(0) === 0 ? value(6) : -1, about), box, more: none }
      }
      return { count: countOf(output, 7, about), at }
    },
  },
  'boxes-labels-scores': {
    hasDoubles: false,
    candidates([boxes = new Float32Array(), labels = new Float32Array(), scores = new Float32Array()], about) {
      const count = countOf(boxes, 4, about)
      if (labels.length !== count || scores.length !== count)
        throw new Error(`there are ${count} boxes, ${labels.length} labels and ${scores.length} scores`)
      const at = (row: number): Candidate => {
        const corner = (index: number) => boxes[row * 4 + index]!
        const box = () => betweenCorners(corner(0), corner(1), corner(2), corner(3))
        return { ...labeled(labels[row]!, scores[row]!, about), box, more: none }
      }
      return { count, at }
    },
  },
} as const satisfies Readonly<Record<DetectionLayout, OutputReader>>

const maxBoxes = 30_000

export interface DecodedBox extends Prediction {
  readonly row: number
  more(index: number): number
}

/** Boxes are in the image's pixels: each takes its most likely label above the threshold, then NMS unless included. */
export function decodeBoxes(
  outputs: Outputs,
  output: BoxOutput,
  fit: Letterbox,
  { confidence, overlap }: Thresholds,
): DecodedBox[] {
  const reader: OutputReader = outputReaders[output.layout]
  const { labelCount, more = 0 } = output
  const about = { labelCount, more, input: fit.input, labelOf: labelsByClass(output) }
  const { count, most = maxBoxes, at } = reader.candidates(outputs, about)
  const boxes: DecodedBox[] = []
  for (let row = 0; row < count; row++) {
    const candidate = at(row)
    if (!(candidate.score >= confidence)) continue
    const { labelIndex, score } = candidate
    const box = boxFromInput(candidate.box(), fit)
    boxes.push({ labelIndex, score, box, row: candidate.row ?? row, more: candidate.more })
  }
  const selected = (reader.hasDoubles ? suppress(boxes, overlap) : byScore(boxes)).slice(0, Math.min(most, maxBoxes))
  // Doubles are found by whole boxes, as all libraries do, also where they reach beyond the image.
  return selected.flatMap((one) => {
    const box = boxWithin(one.box, fit.image)
    return box ? [{ ...one, box }] : []
  })
}

export function decodePredictions(
  outputs: Outputs,
  about: BoxOutput,
  fit: Letterbox,
  thresholds: Thresholds,
): Prediction[] {
  return decodeBoxes(outputs, about, fit, thresholds).map(({ labelIndex, score, box }) => ({ labelIndex, score, box }))
}
