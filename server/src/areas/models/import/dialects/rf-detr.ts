import { fail } from '@vermilion/contract/kernel/errors'
import type { OnnxFacts, TensorFacts } from '../onnx-facts.ts'
import { cocoClasses, cocoNames, cocoSlots } from './coco.ts'
import { type Dialect, extentOf, imageNet, type LabelNames, labelsOf, pictureInput } from './dialect.ts'
import { requireFloats, trainerOf } from './dialect.ts'
import { otherTask, refuse } from './refusals.ts'

const usualSide = 560
const thresholds = { confidence: 0.5, overlap: 0.45 }

/** `dets`, `labels` and for masks `masks`, as `export()` of rfdetr writes them; it resizes without antialiasing. */
export const rfDetr: Dialect = (facts, names) => {
  const { boxes, logits, masks, picture } = tensorsOf(facts)
  if (boxes === undefined || logits === undefined || picture === undefined) return undefined
  if (facts.outputs.some(({ name }) => name.includes('keypoints'))) throw refuse(otherTask('keypoints'))
  const read = [logits, boxes, ...(masks === undefined ? [] : [masks])]
  requireFloats(facts, read)
  const { labels, classes } = classesOf(names, extentOf(logits.shape[2]))
  const about = {
    version: 1 as const,
    labels,
    input: pictureInput(picture, usualSide, { ...imageNet, fit: 'stretch', resampling: 'linear' }),
    trainer: trainerOf('rf-detr', facts),
    thresholds,
  }
  const output = { names: read.map(({ name }) => name), classes }
  if (masks !== undefined) return { ...about, task: 'segmentation', output: { ...output, layout: 'query-masks' } }
  return { ...about, task: 'detection', output: { ...output, layout: 'query-logits', stride: 32 } }
}

function tensorsOf({
  inputs,
  outputs,
}: OnnxFacts): Partial<Record<'boxes' | 'logits' | 'masks' | 'picture', TensorFacts>> {
  const called = (name: string, rank: number) =>
    outputs.find((output) => output.name.includes(name) && output.shape.length === rank)
  const [boxes, logits, masks] = [called('dets', 3), called('labels', 3), called('masks', 4)]
  const [picture] = inputs
  if (boxes?.shape[2] !== 4 || inputs.length > 1) return {}
  return { boxes, ...(logits && { logits }), ...(masks && { masks }), ...(picture && { picture }) }
}

/** A class more than there are labels is the background; the weights of COCO number their 80 classes up to 90. */
function classesOf(names: LabelNames, slots: number | undefined) {
  const isUnnamed = names.typed === undefined && names.inFile === undefined
  const labels = isUnnamed && slots === cocoSlots ? cocoNames : (names.typed ?? labelsOf(names))
  if (slots === cocoSlots && labels.length === cocoNames.length) return { labels: [...labels], classes: cocoClasses }
  if (slots !== undefined && labels.length !== slots && labels.length !== slots - 1)
    throw fail('model-file.labels-differ', { expected: slots - 1, given: labels.length })
  return { labels: [...labels], classes: undefined }
}
