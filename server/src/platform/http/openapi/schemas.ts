import { entities } from '@vermilion/contract/entities/entities'
import type { Endpoint } from '@vermilion/contract/kernel/endpoint'
import { z } from 'zod'
import type { EndpointAreas } from './description.ts'
import { componentPath, type JsonSchema } from './json-schema.ts'
import { nameVariants } from './variants.ts'

const sides = ['input', 'output'] as const
/** Requests or responses: a field with a default is optional in requests only. */
type Side = (typeof sides)[number]
type Part = 'params' | 'query' | 'body' | 'answer'

const partsOf: Readonly<Record<Side, readonly Part[]>> = { input: ['params', 'query', 'body'], output: ['answer'] }

export interface ApiSchemas {
  readonly named: Readonly<Record<string, JsonSchema>>
  of(endpoint: Endpoint, part: Part): JsonSchema
  fieldsOf(endpoint: Endpoint, part: Part): JsonSchema
}

export function createSchemas(areas: EndpointAreas): ApiSchemas {
  const endpoints = Object.values(areas).flatMap((area) => Object.values(area))
  const converted = { input: convert(endpoints, 'input'), output: convert(endpoints, 'output') }
  const used = { input: usedNames(converted.input), output: usedNames(converted.output) }
  const twofold = twofoldNames(converted, used)
  const nameOn = (side: Side) => (name: string) => (side === 'input' && twofold.has(name) ? `${name}Input` : name)

  const named: Record<string, JsonSchema> = {}
  for (const side of sides)
    for (const name of [...used[side]].toSorted()) {
      const schema = converted[side].named.get(name)
      if (schema !== undefined) named[nameOn(side)(name)] ??= renamed(schema, nameOn(side))
    }

  function of(endpoint: Endpoint, part: Part): JsonSchema {
    const side = part === 'answer' ? 'output' : 'input'
    const schema = endpoint[part]
    const match = schema === undefined ? {} : converted[side].parts.get(schema)
    if (match === undefined) throw new Error(`${endpoint.method} ${endpoint.path} has no schema of its ${part}`)
    return renamed(match, nameOn(side))
  }

  return {
    named: nameVariants(named),
    of,
    fieldsOf(endpoint, part) {
      const schema = of(endpoint, part)
      return refersTo(schema) === undefined ? schema : (named[refersTo(schema) ?? ''] ?? schema)
    },
  }
}

interface Converted {
  readonly named: ReadonlyMap<string, JsonSchema>
  readonly parts: ReadonlyMap<z.ZodType, JsonSchema>
}

function convert(endpoints: readonly Endpoint[], side: Side): Converted {
  const registry = z.registry<{ id: string }>()
  for (const [name, schema] of Object.entries(entities)) registry.add(schema, { id: componentName(name) })
  const parts = new Map<z.ZodType, string>()
  for (const endpoint of endpoints)
    for (const part of partsOf[side]) {
      const schema = endpoint[part]
      if (schema === undefined || parts.has(schema)) continue
      const id = registry.get(schema)?.id ?? `${part} of ${endpoint.method} ${endpoint.path}`
      if (!registry.has(schema)) registry.add(schema, { id })
      parts.set(schema, id)
    }
  const { schemas } = z.toJSONSchema(registry, {
    io: side,
    unrepresentable: 'any',
    uri: (id) => componentPath + id,
    override: ({ zodSchema, jsonSchema }) => simplify(zodSchema, jsonSchema, side),
  })
  const names = new Set(Object.keys(entities).map(componentName))
  const bare = (id: string): JsonSchema => {
    const { $schema: _dialect, $id: _id, ...schema } = schemas[id] ?? {}
    return inlined(schema)
  }
  // A part may contain another; only named schemas stand alone.
  const inlined = (schema: JsonSchema): JsonSchema =>
    JSON.parse(JSON.stringify(schema), (_key, value: JsonSchema | null) => {
      const name = refersTo(value ?? {})
      return name === undefined || names.has(name) ? value : { ...bare(name), ...value, $ref: undefined }
    }) as JsonSchema
  return {
    named: new Map([...names].map((name) => [name, bare(name)])),
    parts: new Map([...parts].map(([schema, id]) => [schema, names.has(id) ? reference(id) : bare(id)])),
  }
}

const componentName = (name: string) => name.replace(/^./, (letter) => letter.toUpperCase())
const reference = (name: string): JsonSchema => ({ $ref: componentPath + name })

function refersTo({ $ref }: JsonSchema): string | undefined {
  return typeof $ref === 'string' && $ref.startsWith(componentPath) ? $ref.slice(componentPath.length) : undefined
}

/** Drops meaningless limits, and gives patterns that other languages cannot read a description instead. */
function simplify(zodSchema: z.core.$ZodTypes, schema: z.core.JSONSchema.BaseSchema, side: Side): void {
  const { def } = zodSchema._zod
  // Later versions may add fields to responses.
  if (side === 'output' && def.type === 'object' && def.catchall === undefined) delete schema.additionalProperties
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum
  if (schema.minimum === -Number.MAX_SAFE_INTEGER) delete schema.minimum
  if (schema.format === 'date-time') delete schema.pattern
  if (def.type === 'tuple' && def.rest === null) {
    delete schema.items
    Object.assign(schema, { minItems: def.items.length, maxItems: def.items.length })
  }
  if (schema.pattern?.includes(String.raw`\p{`) === true) {
    schema['x-pattern'] = schema.pattern
    delete schema.pattern
  }
}

function usedNames({ named, parts }: Converted): ReadonlySet<string> {
  const used = new Set<string>()
  const waiting = [...parts.values()]
  for (let schema = waiting.pop(); schema !== undefined; schema = waiting.pop())
    for (const name of namesIn(schema)) {
      if (used.has(name)) continue
      used.add(name)
      waiting.push(named.get(name) ?? {})
    }
  return used
}

function twofoldNames(converted: Record<Side, Converted>, used: Record<Side, ReadonlySet<string>>) {
  const twofold = new Set<string>()
  const both = [...used.input].filter((name) => used.output.has(name))
  const texts = (name: string) => sides.map((side) => JSON.stringify(converted[side].named.get(name)))
  const differs = (name: string) => {
    const [input, output] = texts(name)
    const within = sides.flatMap((side) => namesIn(converted[side].named.get(name) ?? {}))
    return input !== output || within.some((one) => twofold.has(one))
  }
  for (let size = -1; size !== twofold.size;) {
    size = twofold.size
    for (const name of both) if (differs(name)) twofold.add(name)
  }
  for (const name of twofold)
    if (used.input.has(`${name}Input`))
      throw new Error(`the contract has ${name}Input, which ${name} is called where it is sent`)
  return twofold
}

function namesIn(schema: JsonSchema): string[] {
  return [...JSON.stringify(schema).matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g)].map(([, name = '']) => name)
}

function renamed(schema: JsonSchema, nameOf: (name: string) => string): JsonSchema {
  const rename = (name: string, value: unknown): unknown =>
    name === '$ref' && typeof value === 'string' ? componentPath + nameOf(value.slice(componentPath.length)) : value
  return JSON.parse(JSON.stringify(schema, rename)) as JsonSchema
}
