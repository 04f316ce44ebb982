import type { NodeLink } from '@vermilion/contract/generations/workflow-content'
import type { SlotTarget, WorkflowSlots } from '@vermilion/contract/generations/workflow-slots'
import type { Graph } from './graph.ts'

/** Text inputs of prompt encoders. SDXL has two, Flux and SD3 one per encoder. */
const texts = ['text', 'text_g', 'text_l', 'clip_l', 'clip_g', 't5xxl', 'prompt']

type Side = 'positive' | 'negative'

export function findPrompts(graph: Graph): Pick<WorkflowSlots, 'positivePrompt' | 'negativePrompt'> {
  const sides: Record<Side, Map<string, SlotTarget>> = { positive: new Map(), negative: new Map() }
  const collect = (side: Side, link: NodeLink | undefined) => {
    if (link === undefined) return
    for (const target of textsBehind(graph, link[0], link[1]))
      sides[side].set(`${target.nodeId} ${target.input}`, target)
  }
  for (const [id, { inputs }] of graph.nodes) {
    if (!isSampler(inputs)) continue
    collect('positive', graph.linkOf(id, 'positive'))
    collect('positive', graph.linkOf(id, 'conditioning'))
    collect('negative', graph.linkOf(id, 'negative'))
  }
  // A text on both sides is the prompt: models without negative side may still have the input.
  for (const key of sides.positive.keys()) sides.negative.delete(key)
  return { positivePrompt: [...sides.positive.values()], negativePrompt: [...sides.negative.values()] }
}

const isSampler = (inputs: Readonly<Record<string, unknown>>) =>
  'model' in inputs && ('positive' in inputs || 'conditioning' in inputs)

function textsBehind(graph: Graph, id: string, output: number, visited = new Set<string>()): SlotTarget[] {
  const key = `${id} ${output}`
  const node = graph.node(id)
  // Zeroed conditioning has no effect.
  if (node === undefined || visited.has(key) || node.class_type === 'ConditioningZeroOut') return []
  visited.add(key)
  const entries = texts.flatMap((input) => graph.entryOf(id, input, 'string') ?? [])
  if (entries.length > 0) return entries
  const passed = 'positive' in node.inputs && 'negative' in node.inputs
  const inputs = passed
    ? [output === 1 ? 'negative' : 'positive']
    : Object.keys(node.inputs).filter((input) => /^(conditioning|positive|negative|cond)/.test(input))
  return inputs.flatMap((input) => {
    const link = graph.linkOf(id, input)
    return link === undefined ? [] : textsBehind(graph, link[0], link[1], visited)
  })
}
