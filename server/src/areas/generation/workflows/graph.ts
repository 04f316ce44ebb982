import {
  isLink,
  type NodeLink,
  type WorkflowContent,
  type WorkflowNode,
} from '@vermilion/contract/generations/workflow-content'
import type { SlotTarget } from '@vermilion/contract/generations/workflow-slots'

export function createGraph(content: WorkflowContent) {
  const node = (id: string): WorkflowNode | undefined => (Object.hasOwn(content, id) ? content[id] : undefined)

  const linkOf = (id: string, input: string): NodeLink | undefined => {
    const value = node(id)?.inputs[input]
    return isLink(value) ? value : undefined
  }

  /** Finds the input that holds a value: its own, or that of a connected primitive node such as `PrimitiveInt`. */
  function entryOf(id: string, input: string, type: 'string' | 'number', depth = 8): SlotTarget | undefined {
    const value = node(id)?.inputs[input]
    if (typeof value === type) return { nodeId: id, input }
    if (!isLink(value) || depth === 0) return undefined
    const [source] = value
    for (const name of ['value', 'text', 'string', 'seed', 'int', 'number', 'prompt', 'string_a', 'text1', 'a']) {
      const entry = entryOf(source, name, type, depth - 1)
      if (entry !== undefined) return entry
    }
    return undefined
  }

  function* upstream(
    start: string,
    mayFollow: (node: WorkflowNode, input: string) => boolean = () => true,
  ): Generator<[id: string, node: WorkflowNode]> {
    const visited = new Set<string>([start])
    const waiting = [start]
    for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) {
      const current = node(id)
      if (current === undefined) continue
      yield [id, current]
      for (const [input, value] of Object.entries(current.inputs)) {
        if (!isLink(value) || visited.has(value[0]) || !mayFollow(current, input)) continue
        visited.add(value[0])
        waiting.push(value[0])
      }
    }
  }

  return { nodes: Object.entries(content), node, linkOf, entryOf, upstream }
}

export type Graph = ReturnType<typeof createGraph>
