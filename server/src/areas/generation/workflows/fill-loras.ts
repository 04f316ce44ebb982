import { isLink, type WorkflowContent } from '@vermilion/contract/generations/workflow-content'
import type { SlotTarget } from '@vermilion/contract/generations/workflow-slots'

export interface LoraValue {
  readonly name: string
  readonly strength: number
}

/** One LoRA per node: unused nodes are bypassed, and the last node is cloned for more. */
export function fillLoras(
  content: WorkflowContent,
  chain: readonly SlotTarget[],
  loras: readonly LoraValue[],
): WorkflowContent {
  const nodes = chain.filter(({ nodeId }) => content[nodeId] !== undefined)
  for (const { nodeId } of nodes.slice(loras.length)) leadPast(content, nodeId)
  for (const [index, target] of nodes.slice(0, loras.length).entries()) setLora(content, target, loras[index]!)
  let last = nodes.at(-1)
  for (const lora of loras.slice(nodes.length)) {
    if (last === undefined) break
    last = repeatBehind(content, last)
    setLora(content, last, lora)
  }
  return content
}

function setLora(content: WorkflowContent, { nodeId, input }: SlotTarget, { name, strength }: LoraValue): void {
  const { inputs } = content[nodeId]!
  inputs[input] = name
  for (const each of ['strength_model', 'strength_clip', 'strength']) if (each in inputs) inputs[each] = strength
}

const passed = ['model', 'clip']

function leadPast(content: WorkflowContent, nodeId: string): void {
  const { inputs } = content[nodeId]!
  redirect(content, nodeId, (output) => {
    const source = inputs[passed[output] ?? '']
    return isLink(source) ? source : undefined
  })
  delete content[nodeId]
}

function repeatBehind(content: WorkflowContent, { nodeId, input }: SlotTarget): SlotTarget {
  const node = structuredClone(content[nodeId]!)
  let number = 2
  while (content[`${nodeId}-${number}`] !== undefined) number += 1
  const id = `${nodeId}-${number}`
  redirect(content, nodeId, (output) => [id, output])
  for (const [output, name] of passed.entries()) if (name in node.inputs) node.inputs[name] = [nodeId, output]
  content[id] = node
  return { nodeId: id, input }
}

function redirect(
  content: WorkflowContent,
  nodeId: string,
  to: (output: number) => readonly [string, number] | undefined,
): void {
  for (const { inputs } of Object.values(content)) {
    for (const [name, value] of Object.entries(inputs)) {
      if (isLink(value) && value[0] === nodeId) inputs[name] = to(value[1]) ?? value
    }
  }
}
