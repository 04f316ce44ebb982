import type { SegmentationLayout } from '@vermilion/contract/detection/model-metadata'
import type { OnnxFacts, TensorFacts } from '../onnx-facts.ts'
import {
  extentOf,
  imageNet,
  isFloat,
  labelsOf,
  trainerOf,
  namesWithoutBackground,
  pictureInput,
  requireFloats,
  wholeNumbers,
  withoutBackground,
} from './dialect.ts'
import type { Dialect, LabelNames } from './dialect.ts'
import { likeliestOfLogits, refuse } from './refusals.ts'

const usualSide = { classes: 224, pixels: 512 } as const

export const classifier: Dialect = (facts, names) => likeliestClasses(facts, names) ?? classScores(facts, names)

/** Two outputs of `TopK`: the probabilities of the likeliest classes, and their indices. */
const likeliestClasses: Dialect = (facts, names) => {
  const [input, ...others] = facts.inputs
  // Detectors choose their likeliest cells, too, beside other outputs.
  if (facts.outputs.length !== 2 || facts.outputs.some(({ shape }) => shape.length > 2)) return undefined
  const outputs = facts.outputs.filter(({ madeBy }) => madeBy === 'TopK')
  const [scores, indices] = [outputs.find(isFloat), outputs.find(({ elementType }) => wholeNumbers.has(elementType))]
  if (input === undefined || others.length > 0 || scores === undefined || indices === undefined) return undefined
  if (scores.chosenFrom !== 'Softmax' && scores.chosenFrom !== 'Sigmoid') throw refuse(likeliestOfLogits)
  const multiple = scores.chosenFrom === 'Sigmoid'
  return {
    version: 1,
    task: 'classification',
    labels: labelsOf(names),
    input: pictureInput(input, usualSide.classes, { ...imageNet, fit: 'crop' }),
    trainer: trainerOf(facts.producer || 'onnx', facts),
    output: { layout: 'top-probabilities', multiple, names: [scores.name, indices.name] },
    thresholds: { confidence: multiple ? 0.5 : 0.25 },
  }
}

const classScores: Dialect = (facts, names) => {
  const [input, output] = onlyTensors(facts) ?? []
  const isRow =
    output?.shape.length === 2 || (output?.shape.length === 4 && output.shape[2] === 1 && output.shape[3] === 1)
  if (input === undefined || output === undefined || !isRow) return undefined
  requireFloats(facts, [output])
  const isProbable = output.madeBy === 'Softmax' || output.madeBy === 'Sigmoid'
  return {
    version: 1,
    task: 'classification',
    labels: labelsOf(names, extentOf(output.shape[1])),
    input: pictureInput(input, usualSide.classes, { ...imageNet, fit: 'crop' }),
    trainer: trainerOf(facts.producer || 'onnx', facts),
    output: {
      layout: isProbable ? 'probabilities' : 'logits',
      multiple: output.madeBy === 'Sigmoid',
      names: [output.name],
    },
    thresholds: { confidence: output.madeBy === 'Sigmoid' ? 0.5 : 0.25 },
  }
}

/** One output with a class per pixel: logit planes, or class numbers. transformers calls its input `pixel_values`. */
export const segmenter: Dialect = (facts, names) => {
  const [input, output] = onlyTensors(facts) ?? []
  if (input === undefined || output === undefined) return undefined
  const about = pixelsOf(output, names)
  if (about === undefined) return undefined
  if (about.layout !== 'class-map') requireFloats(facts, [output])
  const { labels, layout, background } = about
  const transformed =
    input.name === 'pixel_values' ? ({ fit: 'stretch', resampling: 'antialiased' } as const) : undefined
  const picture = pictureInput(input, usualSide.pixels, { ...imageNet, fit: 'letterbox', ...transformed })
  // Libraries interpolate logits of fewer rows than the input before they choose; SegFormer's are a quarter.
  const isCoarse = output.shape[2] !== (picture.height ?? picture.size)
  return {
    version: 1,
    task: 'segmentation',
    labels,
    input: picture,
    trainer: trainerOf(facts.producer || 'onnx', facts),
    output: { layout, background, upsampling: isCoarse ? 'linear' : 'nearest', names: [output.name] },
  }
}

interface Pixels {
  readonly labels: string[]
  readonly layout: SegmentationLayout
  readonly background: 'first' | 'none'
}

function pixelsOf({ shape, elementType, madeBy: operator }: TensorFacts, names: LabelNames): Pixels | undefined {
  const isMap = wholeNumbers.has(elementType) && (shape.length === 3 || (shape.length === 4 && shape[1] === 1))
  if (isMap) {
    const all = labelsOf(names)
    const labels = withoutBackground(all)
    return { labels, layout: 'class-map', background: labels.length < all.length ? 'first' : 'none' }
  }
  const classes = extentOf(shape[1])
  if (shape.length !== 4 || classes === undefined) return undefined
  if (classes === 1) {
    const layout = operator === 'Sigmoid' ? 'binary-probabilities' : 'binary-logits'
    return { labels: labelsOf(namesWithoutBackground(names), 1), layout, background: 'none' }
  }
  const knownLabels = names.typed ?? names.inFile ?? []
  const hasBackground = withoutBackground(knownLabels).length === classes - 1
  const labels = hasBackground ? withoutBackground(knownLabels) : labelsOf(names, classes)
  return { labels, layout: 'logits', background: hasBackground ? 'first' : 'none' }
}

function onlyTensors({ inputs, outputs }: OnnxFacts): [TensorFacts, TensorFacts] | undefined {
  const [input, output] = [inputs[0], outputs[0]]
  return inputs.length === 1 && outputs.length === 1 && input !== undefined && output !== undefined
    ? [input, output]
    : undefined
}
