import { maxInputSize } from '@vermilion/contract/detection/input-settings'
import type { ModelDescription } from '@vermilion/contract/detection/model-metadata'
import { paddingGrey, type Size } from '@vermilion/contract/detection/letterbox'
import { fail } from '@vermilion/contract/kernel/errors'
import { readLabelsText } from '@vermilion/contract/models/label-names'
import type { OnnxFacts, TensorFacts } from '../onnx-facts.ts'
import { otherInput, otherTensors, refuse } from './refusals.ts'

export type Dialect = (facts: OnnxFacts, names: LabelNames) => ModelDescription | undefined

export interface LabelNames {
  readonly typed: readonly string[] | undefined
  readonly inFile: readonly string[] | undefined
}

const float32 = 1
const float16 = 10

/** Fails as `model-file.unrecognized` unless all tensors are float32 or float16. */
export function requireFloats(facts: OnnxFacts, tensors: readonly (TensorFacts | undefined)[]): void {
  for (const tensor of tensors)
    if (tensor?.elementType !== float32 && tensor?.elementType !== float16) throw refuse(otherTensors(facts))
}

const labelKeys = ['names', 'labels', 'classes', 'class_names', 'id2label']
export const labelsInFile = ({ metadata }: OnnxFacts): string[] | undefined =>
  labelKeys.map((key) => readLabelsText(metadata[key] ?? '')).find((labels) => labels !== undefined)

/** Fails as `model-file.labels-missing`, or as `model-file.labels-differ` when the count does not match. */
export function labelsOf({ typed, inFile }: LabelNames, count?: number): string[] {
  const labels = typed ?? inFile
  if (labels === undefined) throw fail('model-file.labels-missing')
  const expected = count ?? inFile?.length
  if (expected !== undefined && expected !== labels.length)
    throw fail('model-file.labels-differ', { expected, given: labels.length })
  return [...labels]
}

const backgroundNames = new Set(['background', '__background__', '_background_', 'bg'])
/** Some models count the background as their first class. */
export function withoutBackground(labels: readonly string[]): string[] {
  return backgroundNames.has(labels[0]?.toLowerCase() ?? '') ? labels.slice(1) : [...labels]
}
export const namesWithoutBackground = ({ typed, inFile }: LabelNames): LabelNames => ({
  typed: typed && withoutBackground(typed),
  inFile: inFile && withoutBackground(inFile),
})

export const unit = { mean: [0, 0, 0], scale: [1 / 255, 1 / 255, 1 / 255] }
export const imageNet = {
  mean: [123.675, 116.28, 103.53],
  scale: [1 / 58.395, 1 / 57.12, 1 / 57.375],
}

type Input = ModelDescription['input']

/** Layout and size of the input image; `open` is used where the file leaves the size open. */
export function pictureInput(
  tensor: TensorFacts,
  open: number | Size,
  more: Pick<Input, 'mean' | 'scale' | 'fit'>,
): Input {
  const { shape, name } = tensor
  const layout = layoutOf(shape)
  if (layout === undefined) throw refuse(otherInput(shape))
  const [height, width] = layout === 'nchw' ? shape.slice(2) : layout === 'nhwc' ? shape.slice(1, 3) : shape.slice(1)
  const usual = typeof open === 'number' ? { width: open, height: open } : open
  const [rows, columns] = [extentOf(height) ?? usual.height, extentOf(width) ?? usual.width]
  const isPicture = [rows, columns].every((extent) => extent >= 1 && extent <= maxInputSize)
  if (!isPicture) throw refuse(otherInput(shape))
  return {
    size: columns,
    ...(rows !== columns && { height: rows }),
    channels: 'rgb',
    letterbox: { grey: paddingGrey },
    layout,
    name,
    ...more,
  }
}

function layoutOf(shape: TensorFacts['shape']): NonNullable<Input['layout']> | undefined {
  const isChannels = (extent: number | string | undefined) => extent === 3
  if (shape.length === 3) return isChannels(shape[0]) ? 'chw' : undefined
  const isOne = shape[0] === 1 || typeof shape[0] === 'string'
  if (shape.length !== 4 || !isOne) return undefined
  if (isChannels(shape[1])) return 'nchw'
  return isChannels(shape[3]) ? 'nhwc' : undefined
}

export const trainerOf = (name: string, facts: OnnxFacts): ModelDescription['trainer'] => ({
  name,
  version: facts.metadata['version'] ?? '',
})

export const extentOf = (extent: number | string | undefined): number | undefined =>
  typeof extent === 'number' ? extent : undefined
