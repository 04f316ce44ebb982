import type { DetectionLayout } from '@vermilion/contract/detection/model-metadata'
import type { OnnxFacts, TensorFacts } from '../onnx-facts.ts'
import { extentOf, labelsOf, pictureInput, requireFloats, trainerOf, unit, wholeNumbers } from './dialect.ts'
import type { Dialect, LabelNames } from './dialect.ts'
import { otherBoxes, otherTask, otherTensors, rawGrids, refuse } from './refusals.ts'

/** The library resamples the input of a detector by OpenCV, and that of a classifier by Pillow. */
const tasks = {
  detect: { usualSide: 640, fit: 'letterbox', resampling: 'opencv' },
  segment: { usualSide: 640, fit: 'letterbox', resampling: 'opencv' },
  semantic: { usualSide: 640, fit: 'letterbox', resampling: 'opencv' },
  classify: { usualSide: 224, fit: 'crop', resampling: 'antialiased' },
} as const
type Task = keyof typeof tasks
const isTask = (task: string): task is Task => Object.hasOwn(tasks, task)

const confidence = 0.25
/** The library takes boxes for doubles from an overlap of 0.45 on until version 7, and of 0.7 after it. */
const thresholdsOf = (layout: DetectionLayout) => ({
  confidence,
  overlap: layout === 'centre-size-objectness-probabilities' ? 0.45 : 0.7,
})

/** Versions 5 to 26, for boxes, masks, classes, and classes of pixels; without metadata, by the outputs' shapes. */
export const ultralytics: Dialect = (facts, names) => {
  const task = facts.metadata['task'] ?? taskOf(facts)
  if (task === undefined) return undefined
  if (!isTask(task)) throw refuse(otherTask(task))
  const [input, ...others] = facts.inputs
  const output = facts.outputs[0]
  if (input === undefined || output === undefined || others.length > 0) throw refuse(otherTensors(facts))
  const { usualSide, ...more } = tasks[task]
  const [height = usualSide, width = height] = (facts.metadata['imgsz']?.match(/\d+/g) ?? []).map(Number)
  const picture = pictureInput(input, { width, height }, { ...unit, ...more })
  const about = { version: 1 as const, input: picture, trainer: trainerOf('ultralytics', facts) }
  if (task === 'semantic') return pixelClasses(facts, names, about, output)
  requireFloats(facts, [output])
  if (task === 'classify') {
    const labels = labelsOf(names, extentOf(output.shape.at(-1)))
    const layout = output.madeBy === 'Gemm' ? 'logits' : 'probabilities'
    const classified = { layout, names: [output.name], multiple: false } as const
    return { ...about, task: 'classification', labels, output: classified, thresholds: { confidence } }
  }
  return task === 'segment' ? segmenter(facts, names, about) : detector(facts, names, about, output)
}

/** A model without metadata is told by its outputs: rows of boxes in the first, beside prototypes for masks. */
function taskOf({ metadata, inputs, outputs }: OnnxFacts): Task | undefined {
  const [first, second, ...others] = outputs
  const isNamed =
    first?.name.startsWith('output') === true || metadata['stride'] !== undefined || inputs[0]?.name === 'images'
  if (inputs.length !== 1 || first === undefined || !isNamed) return undefined
  if (outputs.length >= 3 && outputs.every(({ shape }) => shape.length === 5)) throw refuse(rawGrids)
  if (isRowsOfBatch(first) && second === undefined) return 'detect'
  if (first.shape.length !== 3 || wholeNumbers.has(first.elementType)) return undefined
  // Old exports of version 5 add the grids that the boxes were read from.
  if ([second, ...others].every((output) => output === undefined || output.shape.length === 5)) return 'detect'
  return others.length === 0 && second?.shape.length === 4 ? 'segment' : undefined
}

/** Version 7 with its own suppression joins rows of all pictures of the batch. A classifier of seven classes joins nothing. */
const isRowsOfBatch = ({ shape: [rows, columns, ...more], madeBy }: TensorFacts) =>
  typeof rows === 'string' && columns === 7 && more.length === 0 && madeBy === 'Concat'

type About = Pick<NonNullable<ReturnType<Dialect>>, 'version' | 'input' | 'trainer'>

function detector({ metadata }: OnnxFacts, names: LabelNames, about: About, output: TensorFacts) {
  const labels = labelsOf(names)
  const isQueried = metadata['head'] === 'RTDETRDecoder' || /rt-?detr/i.test(metadata['description'] ?? '')
  const layout = isQueried ? queryLayoutOf(output, labels.length, metadata) : layoutOf(output, labels.length, metadata)
  // Rows of several pictures cannot be told from those of one that fills a fixed batch.
  const isFilled = layout === 'image-corners-label-score' && about.input.batch !== undefined
  if (layout === undefined || isFilled) throw refuse(otherBoxes(output, labels.length))
  const stride = Number.parseInt(metadata['stride'] ?? '', 10) || 32
  const input = isQueried ? { ...about.input, fit: 'stretch' as const } : about.input
  const boxes = { layout, stride, names: [output.name] }
  return { ...about, input, task: 'detection' as const, labels, output: boxes, thresholds: thresholdsOf(layout) }
}

function segmenter(facts: OnnxFacts, names: LabelNames, about: About) {
  const rows = facts.outputs.find(({ shape }) => shape.length === 3)
  const planes = facts.outputs.find(({ shape }) => shape.length === 4)
  requireFloats(facts, [rows, planes])
  const prototypes = extentOf(planes?.shape[1])
  if (rows === undefined || planes === undefined || prototypes === undefined) throw refuse(otherTensors(facts))
  const labels = labelsOf(names)
  const boxes = layoutOf(rows, labels.length, facts.metadata, prototypes)
  if (boxes === undefined) throw refuse(otherBoxes(rows, labels.length))
  const output = { layout: 'prototypes' as const, boxes, prototypes, names: [rows.name, planes.name] }
  return { ...about, task: 'segmentation' as const, labels, output, thresholds: thresholdsOf(boxes) }
}

/** The class of each pixel, chosen in the graph or not; of one class, 1 is where it is. */
function pixelClasses(facts: OnnxFacts, names: LabelNames, about: About, output: TensorFacts) {
  const isMap = wholeNumbers.has(output.elementType)
  const labels = labelsOf(names, isMap ? undefined : extentOf(output.shape[1]))
  const isAlone = labels.length === 1
  if (!isMap) requireFloats(facts, [output])
  const layout = isMap ? 'class-map' : isAlone ? 'binary-logits' : 'logits'
  const background = isMap && isAlone ? 'first' : 'none'
  const pixels = { layout, background, upsampling: 'linear', names: [output.name] } as const
  return { ...about, task: 'segmentation' as const, labels, output: pixels }
}

/** Built-in or exported NMS (`nms=True`), with any `max_det`. */
const leavesNoDoubles = ({ end2end = '', nms = '', args = '' }: OnnxFacts['metadata']) =>
  /^true$/i.test(end2end) || /^true$/i.test(nms) || /["']nms["']\s*:\s*true/i.test(args)

/** Output rows of a detector with built-in NMS. */
const usualRows = 300

function layoutOf(
  output: TensorFacts,
  labelCount: number,
  metadata: OnnxFacts['metadata'],
  more = 0,
): DetectionLayout | undefined {
  if (isRowsOfBatch(output)) return 'image-corners-label-score'
  const { shape } = output
  const [, rows, columns] = shape
  if (shape.length !== 3) return undefined
  const isOf = (extent: number | string | undefined, width: number) =>
    extentOf(extent) === undefined || extent === width
  if (leavesNoDoubles(metadata) && isOf(columns, 6 + more)) return 'corners-score-label'
  if (columns === 6 + more && (rows === usualRows || labelCount !== 1)) return 'corners-score-label'
  if (rows === 4 + labelCount + more) return 'centre-size-probabilities'
  if (columns === 5 + labelCount + more) return 'centre-size-objectness-probabilities'
  // The task in the metadata tells an output of open size of version 8 and later from earlier ones.
  return metadata['task'] !== undefined && isOf(rows, 4 + labelCount + more) && extentOf(columns) === undefined
    ? 'centre-size-probabilities'
    : undefined
}

/** The head of today, which the metadata names, chooses the likeliest pairs itself. */
function queryLayoutOf(
  { shape }: TensorFacts,
  labelCount: number,
  { head }: OnnxFacts['metadata'],
): DetectionLayout | undefined {
  const columns = extentOf(shape[2])
  if (shape.length !== 3) return undefined
  if (head !== undefined && (columns === undefined || columns === 6)) return 'query-score-label'
  return columns === undefined || columns === 4 + labelCount ? 'query-probabilities' : undefined
}
