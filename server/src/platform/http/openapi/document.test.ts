import { globSync } from 'node:fs'
import { join } from 'node:path'
import { endpointAreas } from '@vermilion/contract/endpoints'
import { entities } from '@vermilion/contract/entities/entities'
import type { Endpoint } from '@vermilion/contract/kernel/endpoint'
import { errorCatalogue } from '@vermilion/contract/kernel/errors'
import { Validator } from '@seriousme/openapi-schema-validator'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { describeApi } from './document.ts'

const document = describeApi({ areas: endpointAreas, version: '1.2.3', basePath: '/base' })
const written = JSON.stringify(document)
const endpoints = Object.values(endpointAreas).flatMap((area) => Object.entries<Endpoint>(area))
const operations = Object.values(document.paths).flatMap((path) => Object.values(path)) as {
  operationId: string
  tags: string[]
  requestBody?: { content: Record<string, { example?: unknown }> }
  responses: Record<string, unknown>
}[]

test('R7.05 the document is OpenAPI 3.1', async () => {
  expect(await new Validator().validate(JSON.parse(written))).toEqual({ valid: true })
})

test('R7.05 every call has a lasting name of its own and a group that is told', () => {
  const names = operations.map(({ operationId }) => operationId)
  expect(new Set(names).size).toBe(names.length)
  expect(names.toSorted()).toEqual(endpoints.map(([name]) => name).toSorted())
  expect(names.every((name) => /^[a-z][A-Za-z0-9]+$/.test(name))).toBe(true)
  const groups = new Set(document.tags.map(({ name }) => name))
  expect(operations.every(({ tags }) => tags.length === 1 && tags.every((tag) => groups.has(tag)))).toBe(true)
  expect(document.tags.filter(({ description }) => description === '')).toEqual([])
})

test('R7.05 what is referred to is there, and what is there is referred to', () => {
  const references = new Set([...written.matchAll(/"\$ref":"#\/components\/([^"]+)"/g)].map(([, path]) => path))
  const mapped = [...written.matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, name]) => `schemas/${name}`)
  const components = (['schemas', 'responses', 'parameters'] as const).flatMap((kind) =>
    Object.keys(document.components[kind]).map((name) => `${kind}/${name}`),
  )
  expect([...new Set([...references, ...mapped])].toSorted()).toEqual(components.toSorted())
})

test('R7.05 every entity of the contract that a call refers to has its name, and no other has one', async () => {
  const folder = join(import.meta.dirname, '../../../../../contract/src')
  const files = globSync('**/*.ts', {
    cwd: folder,
    exclude: ['entities*', 'entities/**', '**/*.test.ts', '**/testing/**'],
  })
  const nameless: string[] = []
  for (const file of files) {
    const exported = (await import(`@vermilion/contract/${file.slice(0, -'.ts'.length)}`)) as Record<string, unknown>
    for (const [name, schema] of Object.entries(exported))
      if (schema instanceof z.ZodType && isEntity(schema) && isUsed(schema) && !named.has(schema))
        nameless.push(`${name} of ${file}`)
  }
  expect(nameless).toEqual([])
  expect(Object.entries(entities).filter(([, schema]) => !isUsed(schema))).toEqual([])
})

const named = new Set<unknown>(Object.values(entities))
const isEntity = ({ _zod: { def } }: z.ZodType) => ['object', 'union', 'enum', 'pipe', 'record'].includes(def.type)

const used = new Set<unknown>()
for (const [, { params, query, body, answer }] of endpoints) {
  const fields = [params, query].flatMap((schema) => (schema instanceof z.ZodObject ? Object.values(schema.shape) : []))
  for (const schema of [...fields, body, answer]) if (schema !== undefined) collect(schema as z.ZodType)
}
const isUsed = (schema: z.ZodType) => used.has(schema)

function collect(schema: z.ZodType): void {
  if (used.has(schema)) return
  used.add(schema)
  z.toJSONSchema(schema, { unrepresentable: 'any', override: ({ zodSchema }) => void used.add(zodSchema) })
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', override: ({ zodSchema }) => void used.add(zodSchema) })
}

test('patterns are those that every language reads', () => {
  const patterns = [...written.matchAll(/"pattern":("(?:[^"\\]|\\.)*")/g)].map(
    ([, text = '']) => JSON.parse(text) as string,
  )
  expect(patterns.length).toBeGreaterThan(10)
  for (const pattern of patterns) {
    expect(pattern).not.toMatch(/\\[pP]\{|\(\?<|\\u\{/)
    expect(() => new RegExp(pattern)).not.toThrow()
  }
  expect(written).toContain('"x-pattern":')
})

test('what is sent has an example, which the server takes', () => {
  const bodies = new Map(endpoints.map(([name, { body }]) => [name, body]))
  const examples = operations.flatMap(({ operationId, requestBody }) => {
    const content = requestBody?.content['application/json']
    return content === undefined ? [] : [{ operationId, ...content }]
  })
  for (const { operationId, example } of examples)
    if (example !== undefined) expect(bodies.get(operationId)?.safeParse(example).success, operationId).toBe(true)
  const without = examples.filter(({ example }) => example === undefined)
  expect(without.length / examples.length).toBeLessThan(0.1)
})

test('R8.02 every error of the catalogue is told, each call says its own, and the others are its default', () => {
  const { ErrorName, Failure } = document.components.schemas as Record<string, { enum?: string[]; required?: string[] }>
  expect(ErrorName?.enum).toEqual(Object.keys(errorCatalogue))
  expect(Failure?.required).toEqual(['code', 'message', 'data', 'requestId'])
  for (const { responses } of operations) {
    expect(Object.keys(responses)).toEqual(expect.arrayContaining(['200', '400', 'default']))
  }
  const { Refused } = document.components.responses as Record<string, { description: string }>
  for (const status of [408, 414, 431, 500, 503]) expect(Refused?.description).toContain(`- ${status} `)
  expect(document.components.responses).toHaveProperty('413_request.too-large')
})

test('it takes less than half of what it would with everything where it is used', () => {
  expect(Object.keys(document.components.schemas).length).toBeGreaterThan(300)
  expect(written.length).toBeLessThan(950_000)
})
