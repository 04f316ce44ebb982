import { z } from 'zod'
import type { Text } from '../kernel/text.ts'
import { fail } from '../kernel/errors.ts'
import { isLink, type WorkflowContent } from './workflow-content.ts'

export const workflowSlotNames = [
  'positivePrompt',
  'negativePrompt',
  'seed',
  'width',
  'height',
  'batchSize',
  'checkpoint',
  'loras',
  'controlImage',
  'controlStrength',
  'styleImage',
  'styleStrength',
  'output',
] as const
export type WorkflowSlotName = (typeof workflowSlotNames)[number]

/** For slots without an input (`output`), `input` is an identifying one of the node. */
export const slotTarget = z.object({ nodeId: z.string().min(1).max(64), input: z.string().min(1).max(200) })
export type SlotTarget = z.output<typeof slotTarget>

/** Inputs per slot, several when a value is used repeatedly; empty when unused. */
export const workflowSlots = z.record(z.enum(workflowSlotNames), z.array(slotTarget).max(50))
export type WorkflowSlots = z.output<typeof workflowSlots>

export const slotTexts: Readonly<Record<WorkflowSlotName, Text>> = {
  positivePrompt: { en: 'Prompt', zh: '提示词' },
  negativePrompt: { en: 'Negative prompt', zh: '反向提示词' },
  seed: { en: 'Seed', zh: '种子' },
  width: { en: 'Width', zh: '宽度' },
  height: { en: 'Height', zh: '高度' },
  batchSize: { en: 'Batch size', zh: '批量大小' },
  checkpoint: { en: 'Checkpoint', zh: '基础模型' },
  loras: { en: 'LoRA', zh: 'LoRA' },
  controlImage: { en: 'Depth reference', zh: '深度参考图' },
  controlStrength: { en: 'Strength of the depth reference', zh: '深度参考强度' },
  styleImage: { en: 'Style image', zh: '风格图片' },
  styleStrength: { en: 'Strength of the style image', zh: '风格图片强度' },
  output: { en: 'Output node', zh: '输出节点' },
}

const ofNumbers: readonly WorkflowSlotName[] = [
  'seed',
  'width',
  'height',
  'batchSize',
  'controlStrength',
  'styleStrength',
]

/** True when the input exists and accepts the slot's type, directly or through a link from another node. */
export function isTargetFit(content: WorkflowContent, slot: WorkflowSlotName, { nodeId, input }: SlotTarget): boolean {
  const node = Object.hasOwn(content, nodeId) ? content[nodeId] : undefined
  if (node === undefined || !Object.hasOwn(node.inputs, input)) return false
  const value = node.inputs[input]
  if (slot === 'output') return isLink(value)
  if (isLink(value)) return true
  return typeof value === (ofNumbers.includes(slot) ? 'number' : 'string')
}

export interface ReplacedValue extends SlotTarget {
  readonly value: string
}

/** Replaces texts. Fails with `workflow.value-unfit` when the current value is no text. */
export function replaceValues(content: WorkflowContent, values: readonly ReplacedValue[]): WorkflowContent {
  const replaced = structuredClone(content)
  for (const { nodeId, input, value } of values) {
    const node = Object.hasOwn(replaced, nodeId) ? replaced[nodeId] : undefined
    const isText = node !== undefined && Object.hasOwn(node.inputs, input) && typeof node.inputs[input] === 'string'
    if (!isText) throw fail('workflow.value-unfit', { node: nodeId, input })
    node.inputs[input] = value
  }
  return replaced
}

export function checkSlots(content: WorkflowContent, slots: WorkflowSlots): void {
  for (const slot of workflowSlotNames) {
    for (const target of slots[slot]) {
      if (isTargetFit(content, slot, target)) continue
      throw fail('workflow.slot-unfit', { slot: slotTexts[slot], node: target.nodeId, input: target.input })
    }
  }
}
