import type { OnnxFacts, TensorFacts } from '../onnx-facts.ts'
import {
  extentOf,
  imageNet,
  labelsOf,
  trainerOf,
  namesWithoutBackground,
  pictureInput,
  requireFloats,
  unit,
} from './dialect.ts'
import type { Dialect, LabelNames } from './dialect.ts'
import { otherTensors, refuse } from './refusals.ts'

const usualSide = { boxes: 640, pixels: 520, classes: 224 } as const
const thresholds = { confidence: 0.5, overlap: 0.45 }

/** Detectors (boxes, labels, scores, masks), segmenters (`out`) and classifiers, as exported by `torch.onnx`. */
export const torchvision: Dialect = (facts, names) => {
  const [input, ...others] = facts.inputs
  if (input === undefined || others.length > 0) return undefined
  return instances(facts, names, input) ?? (facts.producer === 'pytorch' ? dense(facts, names, input) : undefined)
}

function instances(facts: OnnxFacts, names: LabelNames, input: TensorFacts): ReturnType<Dialect> {
  const { outputs } = facts
  const called = (name: string) => outputs.find((output) => output.name.toLowerCase().includes(name))
  const ranked = (rank: number, isMatch: (tensor: TensorFacts) => boolean) =>
    outputs.find((output) => output.shape.length === rank && isMatch(output))
  const boxes = ranked(2, ({ shape }) => shape[1] === 4)
  const labels = called('labels') ?? ranked(1, ({ elementType }) => elementType === int64)
  const scores = called('scores') ?? ranked(1, ({ elementType }) => elementType !== int64)
  if (boxes === undefined || labels?.shape.length !== 1 || scores?.shape.length !== 1) return undefined
  requireFloats(facts, [boxes, scores])
  const about = {
    version: 1 as const,
    labels: labelsOf(namesWithoutBackground(names)),
    input: pictureInput(input, usualSide.boxes, { ...unit, fit: 'letterbox' }),
    trainer: trainerOf('torchvision', facts),
    thresholds,
  }
  const read = [boxes.name, labels.name, scores.name]
  const masks = ranked(4, ({ shape }) => shape[1] === 1)
  if (masks === undefined)
    return {
      ...about,
      task: 'detection',
      output: { layout: 'boxes-labels-scores', stride: 32, names: read, firstLabel: 1 },
    }
  requireFloats(facts, [masks])
  const output = { layout: 'instances', names: [...read, masks.name], background: 'first' } as const
  return { ...about, task: 'segmentation', output }
}

const int64 = 7

function dense(facts: OnnxFacts, names: LabelNames, input: TensorFacts): ReturnType<Dialect> {
  const output = facts.outputs.find(({ name }) => name === 'out') ?? facts.outputs[0]
  if (output === undefined) throw refuse(otherTensors(facts))
  const classes = extentOf(output.shape[1])
  const about = { version: 1 as const, trainer: trainerOf('torchvision', facts) }
  if (output.name === 'out' && output.shape.length === 4) {
    requireFloats(facts, [output])
    // The weights' first class is the background.
    const labels = labelsOf(namesWithoutBackground(names), classes && classes - 1)
    const picture = pictureInput(input, usualSide.pixels, { ...imageNet, fit: 'letterbox' })
    const pixels = { layout: 'logits', background: 'first', names: [output.name] } as const
    return { ...about, task: 'segmentation', labels, input: picture, output: pixels }
  }
  if (output.shape.length !== 2 || output.madeBy !== 'Gemm') return undefined
  requireFloats(facts, [output])
  return {
    ...about,
    task: 'classification',
    labels: labelsOf(names, classes),
    input: pictureInput(input, usualSide.classes, { ...imageNet, fit: 'crop' }),
    output: { layout: 'logits', multiple: false, names: [output.name] },
    thresholds: { confidence: 0.25 },
  }
}
