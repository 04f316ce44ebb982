import type { Workflow } from '@vermilion/contract/generations/engines'
import type { LoraModel } from '@vermilion/contract/models'
import { renderedFamily } from '@vermilion/contract/models/lora'

type Painting = Pick<LoraModel, 'name' | 'lora'>

/** The first workflow for a LoRA: one that requires its family or, unless the LoRA is for the renderer, one that accepts any. */
export function workflowFor({ lora: { family } }: Painting, workflows: readonly Workflow[]): Workflow | undefined {
  const accepting = workflows.filter(({ capabilities }) => capabilities.loras)
  const own = accepting.find(({ capabilities }) => capabilities.loraFamily === family)
  if (own !== undefined || family === renderedFamily) return own
  return accepting.find(({ capabilities }) => capabilities.loraFamily === null)
}

/** The LoRA's name in a config: ComfyUI servers know LoRAs by file name. */
export function loraIn(workflow: Workflow | undefined, { name }: Painting): string {
  return workflow?.capabilities.loraFamily === null ? `${name}.safetensors` : name
}
