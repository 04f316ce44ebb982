import type { Endpoint, EndpointInput } from '@vermilion/contract/kernel/endpoint'
import { requestOf } from '@vermilion/contract/kernel/request'
import { z } from 'zod'
import type { Tool, ToolArguments } from './tool.ts'

const parts = ['params', 'query', 'body'] as const

interface EndpointToolOptions {
  readonly name: string
  readonly endpoint: Endpoint
  readonly note?: string
  readonly defaults?: ToolArguments
  readonly fields?: readonly string[]
  readonly creates?: NonNullable<Tool['creates']>
  readonly destructive?: boolean
}

export function endpointTool({ endpoint, note, defaults = {}, fields, ...tool }: EndpointToolOptions): Tool {
  const inputOf = (values: ToolArguments): { params?: object; query?: object; body?: object } => {
    const all = { ...defaults, ...values }
    return Object.fromEntries(
      parts.flatMap((part) => {
        const keys = keysOf(endpoint[part])
        if (keys === null) return []
        return [[part, Object.fromEntries(Object.entries(all).filter(([key]) => keys.has(key)))]]
      }),
    )
  }
  return {
    ...tool,
    title: endpoint.summary,
    description: [endpoint.summary.en, note].filter(Boolean).join('. '),
    writes: endpoint.method !== 'GET',
    schema: () => argumentSchema(endpoint, Object.keys(defaults)),
    problemOf(values) {
      const names = new Set(parts.flatMap((part) => [...(keysOf(endpoint[part]) ?? [])]))
      const unknown = Object.keys(values).filter((key) => !names.has(key))
      if (unknown.length > 0) return `there is no argument ${unknown.join(', ')}: there are ${[...names].join(', ')}`
      const input = inputOf(values)
      return issueLines(parts.flatMap((part) => endpoint[part]?.safeParse(input[part] ?? {}).error?.issues ?? []))
    },
    request(values) {
      const input = inputOf(values)
      const { method, path } = requestOf(endpoint, input as EndpointInput<Endpoint>)
      return { method, path, body: input.body ?? null }
    },
    async run(values, call) {
      const response: unknown = await call(endpoint, inputOf(values) as EndpointInput<Endpoint>)
      return fields === undefined ? response : pickFields(response, fields)
    },
  }
}

/** Null without issues. */
export const issueLines = (issues: readonly z.core.$ZodIssue[]) =>
  issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('\n') || null

function keysOf(schema: z.ZodType | undefined): ReadonlySet<string> | null {
  return schema instanceof z.ZodObject ? new Set(Object.keys(schema.shape)) : null
}

export function pickFields(response: unknown, fields: readonly string[]): unknown {
  if (Array.isArray(response)) return response.map((one) => pickFields(one, fields))
  if (typeof response !== 'object' || response === null) return response
  const record = response as Record<string, unknown>
  if (Array.isArray(record['items'])) {
    const { items, total, nextCursor } = record
    return { items: pickFields(items, fields), total, nextCursor }
  }
  return Object.fromEntries(fields.flatMap((field) => (field in record ? [[field, record[field]]] : [])))
}

interface Schema {
  properties?: Record<string, object>
  required?: string[]
}

function argumentSchema(endpoint: Endpoint, optional: readonly string[]): object {
  const properties: Record<string, object> = {}
  const required: string[] = []
  for (const part of parts) {
    const schema = endpoint[part]
    if (keysOf(schema) === null || schema === undefined) continue
    const input = schemaOf(schema, 'input')
    const output = schemaOf(schema, 'output')
    for (const [name, property] of Object.entries(input.properties ?? {})) {
      // A coerced number only has a type after parsing.
      const isOpen = !('type' in property) && !('anyOf' in property) && !('enum' in property) && !('oneOf' in property)
      properties[name] = isOpen ? (output.properties?.[name] ?? property) : property
    }
    required.push(...(input.required ?? []))
  }
  return {
    type: 'object',
    properties,
    required: required.filter((name) => !optional.includes(name)),
    additionalProperties: false,
  }
}

export function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Schema & object {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return rest as Schema
}
