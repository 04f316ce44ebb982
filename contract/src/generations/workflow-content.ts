import { z } from 'zod'
import { fail } from '../kernel/errors.ts'

export const maxWorkflowBytes = 2 * 1024 * 1024
export const maxWorkflowNodes = 2_000
/** Depth limit of values inside an input; links have depth one. */
const maxValueDepth = 12

const nodeId = z
  .string()
  .regex(/^[\w:.-]{1,64}$/)
  .refine((text) => text !== '__proto__')

const workflowNode = z.looseObject({
  class_type: z.string().min(1).max(200),
  inputs: z.record(z.string().max(200), z.unknown()),
})
export type WorkflowNode = z.output<typeof workflowNode>

/** ComfyUI's API export: nodes by id, each with class and inputs. */
export const workflowContent = z.record(nodeId, workflowNode)
export type WorkflowContent = z.output<typeof workflowContent>

export type NodeLink = readonly [nodeId: string, output: number]

export function isLink(value: unknown): value is NodeLink {
  return Array.isArray(value) && value.length === 2 && typeof value[0] === 'string' && Number.isInteger(value[1])
}

export function parseWorkflowContent(input: unknown): WorkflowContent {
  const unreadable = (detail: string) => fail('workflow.unreadable', { detail })
  if (typeof input !== 'object' || input === null || Array.isArray(input)) throw unreadable('it is no object of nodes')
  if ('nodes' in input && Array.isArray(input.nodes) && 'links' in input) throw fail('workflow.editor-file')
  if (isDeeper(input, maxValueDepth)) throw unreadable(`values are nested deeper than ${maxValueDepth}`)
  const entries = Object.entries(input)
  if (entries.length === 0) throw unreadable('it has no nodes')
  if (entries.length > maxWorkflowNodes) throw unreadable(`it has more than ${maxWorkflowNodes} nodes`)
  if (new TextEncoder().encode(JSON.stringify(input)).length > maxWorkflowBytes) {
    throw unreadable(`it is larger than ${maxWorkflowBytes / 1_048_576} MiB`)
  }
  const parsed = workflowContent.safeParse(input)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    throw unreadable(`node ${issue?.path.join('.').slice(0, 120)}: ${issue?.message}`)
  }
  for (const [id, { inputs }] of Object.entries(parsed.data)) {
    for (const [name, value] of Object.entries(inputs)) {
      if (isLink(value) && !Object.hasOwn(parsed.data, value[0])) {
        throw unreadable(`node ${id}: ${name} leads to node ${value[0]}, which is not there`)
      }
    }
  }
  return parsed.data
}

function isDeeper(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  return depth === 0 || Object.values(value).some((each) => isDeeper(each, depth - 1))
}
