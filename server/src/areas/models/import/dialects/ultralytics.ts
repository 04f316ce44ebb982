import type { DetectionLayout } from '@vermilion/contract/detection/model-metadata'
import type { OnnxFacts, TensorFacts } from '../onnx-facts.ts'
import { extentOf, labelsOf, pictureInput, requireFloats, trainerOf, unit } from './dialect.ts'
import type { Dialect, LabelNames } from './dialect.ts'
import { otherBoxes, otherTask, otherTensors, refuse } from './refusals.ts'

/** Output rows of a detector with built-in NMS. */
const usualRows = 300
const usualSide = { detect: 640, segment: 640, classify: 224 } as const
const thresholds = { confidence: 0.25, overlap: 0.45 }

/** Versions 5, 8, 11, 12 and 26, for boxes, masks and classes; without metadata, by the outputs' shapes. */
export const ultralytics: Dialect = (facts, names) => {
  const task = facts.metadata['task'] ?? taskOf(facts)
  if (task === undefined) return undefined
  if (task !== 'detect' && task !== 'segment' && task !== 'classify') throw refuse(otherTask(task))
  const [input, ...others] = facts.inputs
  if (input === undefined || others.length > 0) throw refuse(otherTensors(facts))
  const [height = usualSide[task], width = height] = (facts.metadata['imgsz']?.match(/\d+/g) ?? []).map(Number)
  const picture = pictureInput(input, { width, height }, { ...unit, fit: task === 'classify' ? 'crop' : 'letterbox' })
  const about = { version: 1 as const, input: picture, trainer: trainerOf('ultralytics', facts) }
  const output = facts.outputs[0]
  requireFloats(facts, [input, output])
  if (output === undefined) throw refuse(otherTensors(facts))
  if (task === 'classify') {
    const labels = labelsOf(names, extentOf(output.shape.at(-1)))
    const layout = output.madeBy === 'Gemm' ? 'logits' : 'probabilities'
    const classified = { layout, names: [output.name], multiple: false } as const
    return { ...about, task: 'classification', labels, output: classified, thresholds: { confidence: 0.25 } }
  }
  return task === 'segment' ? segmenter(facts, names, about) : detector(facts, names, about, output)
}

/** Without metadata: one three-dimensional output for boxes, plus prototypes for masks. */
function taskOf({ metadata, inputs, outputs }: OnnxFacts): string | undefined {
  const isNamed = outputs[0]?.name === 'output0' || outputs[0]?.name === 'output' || metadata['stride'] !== undefined
  if (inputs.length !== 1 || !isNamed || outputs[0]?.shape.length !== 3) return undefined
  if (outputs.length === 1) return 'detect'
  return outputs.length === 2 && outputs[1]?.shape.length === 4 ? 'segment' : undefined
}

type About = Pick<NonNullable<ReturnType<Dialect>>, 'version' | 'input' | 'trainer'>

function detector({ metadata }: OnnxFacts, names: LabelNames, about: About, output: TensorFacts) {
  const labels = labelsOf(names)
  const isQueried = /rt-?detr/i.test(metadata['description'] ?? '')
  const layout = isQueried ? 'query-probabilities' : layoutOf(output, labels.length, metadata)
  if (layout === undefined) throw refuse(otherBoxes(output, labels.length))
  const stride = Number.parseInt(metadata['stride'] ?? '', 10) || 32
  const input = isQueried ? { ...about.input, fit: 'stretch' as const } : about.input
  const boxes = { layout, stride, names: [output.name] }
  return { ...about, input, task: 'detection' as const, labels, output: boxes, thresholds }
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
  return { ...about, task: 'segmentation' as const, labels, output, thresholds }
}

/** Built-in or exported NMS (`nms=True`), with any `max_det`. */
const leavesNoDoubles = ({ end2end = '', nms = '', args = '' }: OnnxFacts['metadata']) =>
  /^true$/i.test(end2end) || /^true$/i.test(nms) || /["']nms["']\s*:\s*true/i.test(args)

function layoutOf(
  { shape }: TensorFacts,
  labelCount: number,
  metadata: OnnxFacts['metadata'],
  more = 0,
): DetectionLayout | undefined {
  const [, rows, columns] = shape
  if (shape.length !== 3) return undefined
  if (columns === 6 + more && (leavesNoDoubles(metadata) || rows === usualRows)) return 'corners-score-label'
  if (rows === 4 + labelCount + more) return 'centre-size-probabilities'
  if (columns === 5 + labelCount + more) return 'centre-size-objectness-probabilities'
  return undefined
}
