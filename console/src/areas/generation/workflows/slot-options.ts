import { isLink, type WorkflowContent, type WorkflowNode } from '@vermilion/contract/generations/workflow-content'
import { isTargetFit, type SlotTarget, type WorkflowSlotName } from '@vermilion/contract/generations/workflow-slots'

interface InputOption {
  readonly value: string
  /** `KSampler (3) · seed`, with the node's title if it has one. */
  readonly label: string
  readonly present: string
}

const maxValueLength = 48

export const keyOf = ({ nodeId, input }: SlotTarget): string => `${nodeId} ${input}`

export function targetOf(key: string): SlotTarget {
  const space = key.indexOf(' ')
  return { nodeId: key.slice(0, space), input: key.slice(space + 1) }
}

export function labelOf(content: WorkflowContent, { nodeId, input }: SlotTarget): string {
  return `${nodeLabel(content, nodeId)} · ${input}`
}

function nodeLabel(content: WorkflowContent, nodeId: string): string {
  const node = content[nodeId]
  return node === undefined ? nodeId : `${titleOf(node)} (${nodeId})`
}

function titleOf({ _meta: meta, class_type: classType }: WorkflowNode): string {
  const title = typeof meta === 'object' && meta !== null && 'title' in meta ? meta.title : undefined
  return typeof title === 'string' && title.trim() !== '' ? title : classType
}

interface FittingInputs {
  readonly first: InputOption[]
  readonly links: InputOption[]
}

export function fittingInputs(content: WorkflowContent, slot: WorkflowSlotName): FittingInputs {
  const followed = new Set(
    Object.values(content).flatMap(({ inputs }) =>
      Object.values(inputs).flatMap((value) => (isLink(value) ? [value[0]] : [])),
    ),
  )
  const isFirst = (nodeId: string, value: unknown) => (slot === 'output' ? !followed.has(nodeId) : !isLink(value))
  const options = Object.entries(content).flatMap(([nodeId, { inputs }]) =>
    Object.entries(inputs)
      .map(([input, value]) => ({ target: { nodeId, input }, value }))
      .filter(({ target }) => isTargetFit(content, slot, target))
      .map(({ target, value }) => ({
        isFirst: isFirst(nodeId, value),
        option: { value: keyOf(target), label: labelOf(content, target), present: presentOf(content, value) },
      })),
  )
  return {
    first: options.filter((each) => each.isFirst).map(({ option }) => option),
    links: options.filter((each) => !each.isFirst).map(({ option }) => option),
  }
}

function presentOf(content: WorkflowContent, value: unknown): string {
  if (isLink(value)) return `← ${nodeLabel(content, value[0])}`
  const text = String(value).replaceAll(/\s+/g, ' ')
  return text.length > maxValueLength ? `${text.slice(0, maxValueLength)}…` : text
}
