import { maxInputSize } from '@vermilion/contract/detection/input-settings'
import { maxBatch, type ModelDescription } from '@vermilion/contract/detection/model-metadata'
import { paddingGrey, type Size } from '@vermilion/contract/detection/letterbox'
import { fail } from '@vermilion/contract/kernel/errors'
import { readLabelsLine, readLabelsText } from '@vermilion/contract/models/label-names'
import type { OnnxFacts, TensorFacts } from '../onnx-facts.ts'
import { otherInput, otherNumbers, otherTensors, refuse } from './refusals.ts'

export type Dialect = (facts: OnnxFacts, names: LabelNames) => ModelDescription | undefined

export interface LabelNames {
  readonly typed: readonly string[] | undefined
  readonly inFile: readonly string[] | undefined
}

/** Values of TensorProto.DataType. */
const [float32, bytes, float16] = [1, 2, 10]
export const wholeNumbers: ReadonlySet<number> = new Set([2, 6, 7])

export const isFloat = ({ elementType }: TensorFacts): boolean => elementType === float32 || elementType === float16

/** Fails as `model-file.unrecognized` unless all tensors are float32 or float16. */
export function requireFloats(facts: OnnxFacts, tensors: readonly (TensorFacts | undefined)[]): void {
  for (const tensor of tensors) if (tensor === undefined || !isFloat(tensor)) throw refuse(otherTensors(facts))
}

const labelKeys = ['names', 'labels', 'classes', 'class_names', 'id2label', 'categories', 'CLASSES']
/** Notes of a user hold names as JSON alone: a plain text is no list of them. */
const noteKeys = ['rfdetr_notes']
/** A line with commas may be prose: names that somebody typed are not counted against it. */
export const labelsInFile = ({ metadata }: OnnxFacts, areTyped: boolean): string[] | undefined => {
  const lineOf = (text: string) => (areTyped ? undefined : readLabelsLine(text))
  return [
    ...labelKeys.map((key) => readLabelsText(metadata[key] ?? '') ?? lineOf(metadata[key] ?? '')),
    ...noteKeys.map((key) => readLabelsText(metadata[key] ?? '')),
  ].find((labels) => labels !== undefined)
}

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

const asBytes = { mean: [0, 0, 0], scale: [1, 1, 1] }

type Input = ModelDescription['input']

/** Layout and size of the input image; `open` is used where the file leaves the size open. */
export function pictureInput(
  tensor: TensorFacts,
  open: number | Size,
  more: Pick<Input, 'mean' | 'scale' | 'fit' | 'resampling'>,
): Input {
  const { shape, name } = tensor
  const layout = layoutOf(shape)
  if (layout === undefined) throw refuse(otherInput(tensor))
  if (!isFloat(tensor) && tensor.elementType !== bytes) throw refuse(otherNumbers(name))
  const [height, width] = layout === 'nchw' ? shape.slice(2) : layout === 'nhwc' ? shape.slice(1, 3) : shape.slice(1)
  const usual = typeof open === 'number' ? { width: open, height: open } : open
  const [rows, columns] = [extentOf(height) ?? usual.height, extentOf(width) ?? usual.width]
  const pictures = layout === 'chw' ? 1 : (extentOf(shape[0]) ?? 1)
  const isPicture = [rows, columns].every((extent) => extent >= 1 && extent <= maxInputSize)
  if (!isPicture) throw refuse(otherInput(tensor))
  return {
    size: columns,
    ...(rows !== columns && { height: rows }),
    channels: 'rgb',
    letterbox: { grey: paddingGrey },
    layout,
    name,
    ...more,
    // A model that takes bytes makes of them what it needs.
    ...(tensor.elementType === bytes && asBytes),
    ...(pictures > 1 && { batch: pictures }),
  }
}

function layoutOf(shape: TensorFacts['shape']): NonNullable<Input['layout']> | undefined {
  const isChannels = (extent: number | string | undefined) => extent === 3
  if (shape.length === 3) return isChannels(shape[0]) ? 'chw' : undefined
  const [pictures = 0] = shape
  if (shape.length !== 4 || !(typeof pictures === 'string' || (pictures >= 1 && pictures <= maxBatch))) return undefined
  if (isChannels(shape[1])) return 'nchw'
  return isChannels(shape[3]) ? 'nhwc' : undefined
}

export const trainerOf = (name: string, facts: OnnxFacts): ModelDescription['trainer'] => ({
  name,
  version: facts.metadata['version'] ?? '',
})

export const extentOf = (extent: number | string | undefined): number | undefined =>
  typeof extent === 'number' ? extent : undefined
