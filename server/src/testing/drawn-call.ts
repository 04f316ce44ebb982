import { fillPath, type Endpoint } from '@vermilion/contract/kernel/endpoint'
import fc from 'fast-check'
import { z } from 'zod'

/** Texts that engines sort, fold, quote or match each in their own way. */
export const oddTexts: readonly string[] = [
  'Zürich|zürich|ZÜRICH 2|straße|STRASSE|Größe|İstanbul|istanbul|ISTANBUL 2|ΟΔΟΣ|οδος 2|éclair|e\u0301clair 2|ÉCLAIR 3|ﬁn|FIN',
  'ǅ|кот|КОТ 2|K|Å|ꙋ|𐐀|ｱ|ア|朱雀|朱雀大街|雀|中文 数据|中文，数据|😀|😀 emoji|👩‍👩‍👧|a👍🏽b',
  `it's "quoted"|100%|per%cent|under_score|underXscore|[brackets]|{curly}|$1|?1|:name|--|o'';drop|tab\tno|~|^|(x)|.+|&amp;|<b>`,
  'a|A 2|b|B 2|1|10|2|02|null|true',
].flatMap((line) => line.split('|'))

const pieces = oddTexts.flatMap((text) => [
  text,
  ...Array.from(text),
  text.slice(1, 4),
  `${text.slice(0, 3)}*`,
  `?${text.slice(1)}`,
])
const drawnText = fc.oneof(
  fc.constantFrom(...pieces),
  fc.constantFrom('*', '?', '%', '_', '\\', '**', '', ' ', ';'),
  fc.string({ unit: 'binary', maxLength: 5 }),
)

interface Field {
  readonly enum?: readonly string[]
  readonly type?: string
  readonly format?: string
  readonly anyOf?: readonly Field[]
}

/** Values that a field of a query may have. */
function drawnValue(name: string, field: Field, existing: (name: string) => readonly string[]): fc.Arbitrary<string> {
  if (field.enum) return fc.constantFrom(...field.enum)
  if (field.anyOf) return fc.oneof(...field.anyOf.map((each) => drawnValue(name, each, existing)))
  if (name === 'limit') return fc.constantFrom('1', '2', '3', '5', '50', '500')
  if (field.type === 'integer' || field.type === 'number')
    return fc.oneof(fc.nat(12).map(String), fc.constantFrom('0.5', '64', '100', '1e9', '-1'))
  if (field.format === 'date-time') return fc.constantFrom(...existing('time'))
  const ids = existing(name)
  return fc.oneof(
    { weight: ids.length > 0 ? 4 : 0, arbitrary: ids.length > 0 ? fc.constantFrom(...ids) : drawnText },
    { weight: 3, arbitrary: drawnText },
    { weight: 1, arbitrary: fc.constantFrom('true', 'false', 'none') },
  )
}

/** The path and query of a call of an endpoint; `existing` has the ids and times of each name. */
export function drawnCall(endpoint: Endpoint, existing: (name: string) => readonly string[]): fc.Arbitrary<string> {
  const names = [...endpoint.path.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
  const params = fc.record(Object.fromEntries(names.map((name) => [name, fc.constantFrom(...existing(name))])))
  const schema = endpoint.query && z.toJSONSchema(endpoint.query, { io: 'input', unrepresentable: 'any' })
  const fields = Object.entries((schema?.properties ?? {}) as Record<string, Field>).filter(
    ([name]) => name !== 'cursor',
  )
  const query = fc.record(
    Object.fromEntries(
      fields.map(([name, field]) => [
        name,
        fc.oneof(
          { weight: 3, arbitrary: fc.constant(undefined) },
          { weight: 1, arbitrary: drawnValue(name, field, existing) },
        ),
      ]),
    ),
  )
  return fc.record({ params, query }).map((drawn) => {
    const present = Object.entries(drawn.query).filter((entry): entry is [string, string] => entry[1] !== undefined)
    return `${fillPath(endpoint.path, drawn.params)}?${new URLSearchParams(present)}`
  })
}
