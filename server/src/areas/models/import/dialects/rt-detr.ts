import type { OnnxFacts } from '../onnx-facts.ts'
import { type Dialect, extentOf, labelsOf, pictureInput, requireFloats, trainerOf, unit } from './dialect.ts'

const usualSide = 640

/**
 * RT-DETR, D-FINE and DEIM with their post-processing (labels, boxes, scores), or as exported by transformers (logits, pred_boxes).
 * All of them resize by Pillow.
 */
export const rtDetr: Dialect = (facts, names) => {
  const queries = queriesOf(facts)
  if (queries === undefined) return undefined
  const picture = facts.inputs.find(({ shape }) => shape.length === 4)
  const sizes = facts.inputs.find(({ shape }) => shape.length === 2)
  requireFloats(facts, queries.floats)
  if (picture === undefined) return undefined
  const input = {
    ...pictureInput(picture, usualSide, { ...unit, fit: 'stretch', resampling: 'antialiased' }),
    ...(sizes !== undefined && { sizesName: sizes.name }),
  }
  const { layout, outputs, labelCount } = queries
  return {
    version: 1,
    task: 'detection',
    labels: labelsOf(names, labelCount),
    input,
    trainer: trainerOf('rt-detr', facts),
    output: { layout, stride: 32, names: outputs.map(({ name }) => name) },
    thresholds: { confidence: 0.4, overlap: 0.45 },
  }
}

function queriesOf({ inputs, outputs }: OnnxFacts) {
  const called = (name: string, rank: number) =>
    outputs.find((output) => output.name.toLowerCase().includes(name) && output.shape.length === rank)
  const [labels, boxes, scores] = [called('labels', 2), called('boxes', 3), called('scores', 2)]
  if (labels !== undefined && boxes !== undefined && scores !== undefined && inputs.length <= 2)
    return { layout: 'boxes-labels-scores', outputs: [boxes, labels, scores], floats: [boxes, scores] } as const
  const logits = called('logits', 3)
  if (logits === undefined || boxes === undefined || inputs.length > 1) return undefined
  const labelCount = extentOf(logits.shape[2])
  return { layout: 'query-logits', outputs: [logits, boxes], floats: [logits, boxes], labelCount } as const
}
