import type { z } from 'zod'
import { jsonSchema, withoutNull, type JsonSchema } from './schema-rows.ts'

const exampleId = 'V1StGXR8_Z5jdHi6B-myT'

const texts: Readonly<Record<string, string>> = {
  address: '192.168.1.20',
  colour: '#ff5125',
  command: 'uname -a',
  description: 'Images of the night shift',
  email: 'ann@example.com',
  expression: '*',
  fingerprint: `SHA256:${'A'.repeat(43)}`,
  folder: 'night/2026',
  host: '192.168.1.20',
  image: 'vermilion/starter-detector',
  name: 'night-shift',
  password: 'a long password of your own',
  path: 'night/0001.jpg',
  url: 'https://example.com',
  username: 'ann',
  version: '1.0.0',
}

export function bodyExampleOf(body: z.ZodType): unknown {
  const example = exampleOf(jsonSchema(body, 'input'))
  return body.safeParse(example).success ? example : undefined
}

export function exampleOf(schema: JsonSchema, name = ''): unknown {
  const { real } = withoutNull(schema)
  if (real.const !== undefined) return real.const
  if (real.default !== undefined) return real.default
  if (real.examples !== undefined) return real.examples[0]
  if (real.enum !== undefined) return real.enum[0]
  const [first] = real.oneOf ?? real.anyOf ?? []
  if (first !== undefined) return exampleOf(first, name)
  if (real.properties !== undefined) {
    const needed = Object.entries(real.properties).filter(([field]) => real.required?.includes(field) === true)
    return Object.fromEntries(needed.map(([field, property]) => [field, exampleOf(property, field)]))
  }
  if (real.type === 'array') return real.items === undefined ? [] : [exampleOf(real.items, name.replace(/s$/, ''))]
  if (real.type === 'integer' || real.type === 'number') return Math.max(real.minimum ?? 1, 1)
  if (real.type === 'boolean') return true
  return real.type === 'object' ? {} : textOf(real, name)
}

function textOf({ format, pattern, minLength = 0 }: JsonSchema, name: string): string {
  if (format === 'date-time') return '2026-01-31T08:00:00Z'
  if (format === 'uri') return 'https://example.com'
  if (/checksum|sha256/i.test(name) || pattern?.includes('{64}') === true) return 'ab'.repeat(32)
  if (/ids?$/i.test(name)) return exampleId
  return texts[name] ?? 'text'.padEnd(minLength, '-')
}
