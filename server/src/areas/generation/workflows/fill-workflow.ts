import { createHash } from 'node:crypto'
import type { WorkflowContent } from '@vermilion/contract/generations/workflow-content'
import type { SlotTarget, WorkflowSlotName, WorkflowSlots } from '@vermilion/contract/generations/workflow-slots'
import { fillLoras, type LoraValue } from './fill-loras.ts'

export interface WorkflowValues {
  readonly prompt: string
  /** Empty keeps the workflow's own. */
  readonly negativePrompt: string
  readonly seed: number
  readonly width: number
  readonly height: number
  /** Null keeps the workflow's own; a list replaces them, even when empty. */
  readonly loras: readonly LoraValue[] | null
  /** Names of images on the server; null keeps the workflow's own. */
  readonly controlImage: { readonly name: string; readonly strength: number } | null
  readonly styleImage: { readonly name: string; readonly strength: number } | null
}

/** Minimum denoise of an image-to-image sampler, below which the prompt has no effect. */
const leastDenoise = 0.05

/** Texts are always values. Lineage repeats this, so changes affect past images. */
export function fillWorkflow(content: WorkflowContent, slots: WorkflowSlots, values: WorkflowValues): WorkflowContent {
  const filled = structuredClone(content)
  const set = (targets: readonly SlotTarget[], value: (target: SlotTarget) => unknown) => {
    for (const target of targets) {
      const node = filled[target.nodeId]
      if (node !== undefined) node.inputs[target.input] = value(target)
    }
  }
  const setAll = (slot: WorkflowSlotName, value: unknown) => set(slots[slot], () => value)
  setAll('positivePrompt', values.prompt)
  if (values.negativePrompt !== '') setAll('negativePrompt', values.negativePrompt)
  setAll('seed', values.seed)
  setAll('width', values.width)
  setAll('height', values.height)
  setAll('batchSize', 1)
  if (values.controlImage !== null) {
    setAll('controlImage', values.controlImage.name)
    setAll('controlStrength', values.controlImage.strength)
  }
  if (values.styleImage !== null) {
    const { name, strength } = values.styleImage
    setAll('styleImage', name)
    set(slots.styleStrength, ({ input }) =>
      input === 'denoise' ? Math.max(leastDenoise, Math.round((1 - strength) * 1_000) / 1_000) : strength,
    )
  }
  return values.loras === null ? filled : fillLoras(filled, slots.loras, values.loras)
}

/** JSON with sorted keys: equal for equal workflows. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_, each: unknown) =>
    typeof each === 'object' && each !== null && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : each,
  )
}

export const hashWorkflow = (content: WorkflowContent): string =>
  createHash('sha256').update(canonicalJson(content)).digest('hex')

export function modelsOf(content: WorkflowContent): string[] {
  const names = Object.values(content).flatMap(({ inputs }) =>
    Object.entries(inputs).flatMap(([input, value]) =>
      typeof value === 'string' && isModelInput(input) ? [value] : [],
    ),
  )
  return [...new Set(names)]
}

const isModelInput = (input: string) =>
  /^(ckpt|unet|vae|lora|clip|control_net|style_model|model|gligen|upscale_model)_name\d*$/.test(input)
