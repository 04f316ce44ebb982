import { MlflowError } from './mlflow-error.ts'

/**
 * MLflow's search language: comparisons of metrics, params, tags and attributes joined by AND.
 * https://mlflow.org/docs/latest/search-runs
 */
const token = /\s*(?:("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`[^`]*`)|(<=|>=|!=|=|<|>|\(|\)|,|\.)|([^\s<>=!(),.'"`]+))/gy

type Token = { readonly kind: 'text' | 'name' | 'mark' | 'word'; readonly value: string }

function tokensOf(text: string): Token[] {
  const tokens: Token[] = []
  token.lastIndex = 0
  while (token.lastIndex < text.trimEnd().length) {
    const match = token.exec(text)
    if (match === null) throw invalid(`Invalid clause(s) in filter string: ${text.slice(0, 200)}`)
    const [, quoted, mark, word] = match
    if (quoted !== undefined)
      tokens.push({ kind: quoted.startsWith('`') ? 'name' : 'text', value: quoted.slice(1, -1) })
    else tokens.push(mark === undefined ? { kind: 'word', value: word! } : { kind: 'mark', value: mark })
  }
  return tokens
}

const invalid = (message: string) => new MlflowError('INVALID_PARAMETER_VALUE', message)

const entities = new Map([
  ['metrics', 'metrics'],
  ['metric', 'metrics'],
  ['params', 'params'],
  ['parameters', 'params'],
  ['param', 'params'],
  ['parameter', 'params'],
  ['tags', 'tags'],
  ['tag', 'tags'],
  ['attributes', 'attributes'],
  ['attribute', 'attributes'],
  ['attr', 'attributes'],
  ['run', 'attributes'],
] as const)
type Entity = 'metrics' | 'params' | 'tags' | 'attributes'

export interface FilterKey {
  readonly entity: Entity
  readonly name: string
}

const numericAttributes = new Set([
  'start_time',
  'end_time',
  'created',
  'creation_timestamp',
  'creation_timestamp_ms',
  'last_updated_timestamp',
])

type ValueOf<Row> = (row: Row, key: FilterKey) => string | number | undefined
type Condition<Row> = (row: Row) => boolean

/** Fails as `INVALID_PARAMETER_VALUE`. */
function parseFilter<Row>(text: string, valueOf: ValueOf<Row>): Condition<Row> {
  const tokens = tokensOf(text)
  if (tokens.length === 0) return () => true
  const conditions: Condition<Row>[] = []
  for (let at = 0; ;) {
    const { condition, next } = parseComparison({ tokens, at, text, valueOf })
    conditions.push(condition)
    if (next === tokens.length) break
    if (tokens[next]?.value.toUpperCase() !== 'AND') throw invalid(`Only AND joins comparisons: ${text.slice(0, 200)}`)
    at = next + 1
  }
  return (row) => conditions.every((condition) => condition(row))
}

function parseKey(tokens: readonly Token[], at: number, text: string): { key: FilterKey; next: number } {
  const first = tokens[at]
  if (first === undefined || first.kind === 'mark')
    throw invalid(`A comparison begins with a name: ${text.slice(0, 200)}`)
  const entity = entities.get(first.value.toLowerCase() as 'metrics')
  if (entity === undefined || tokens[at + 1]?.value !== '.') {
    if (tokens[at + 1]?.value === '.') throw invalid(`Invalid entity type '${first.value.slice(0, 40)}'`)
    return { key: { entity: 'attributes', name: first.value }, next: at + 1 }
  }
  // Names may contain dots: `tags.mlflow.runName`.
  let name = ''
  let next = at + 2
  for (; next < tokens.length; next += 1) {
    const { kind, value } = tokens[next]!
    if (kind === 'mark' && value !== '.') break
    if (kind === 'word' && name !== '' && !name.endsWith('.')) break
    name += value
  }
  return { key: { entity, name }, next }
}

interface Comparison<Row> {
  readonly tokens: readonly Token[]
  readonly at: number
  readonly text: string
  readonly valueOf: ValueOf<Row>
}

function parseComparison<Row>({ tokens, at, text, valueOf }: Comparison<Row>): {
  condition: Condition<Row>
  next: number
} {
  const { key, next } = parseKey(tokens, at, text)
  const isNot = tokens[next]?.value.toUpperCase() === 'NOT'
  const comparator = (tokens[isNot ? next + 1 : next]?.value ?? '').toUpperCase()
  const from = next + (isNot ? 2 : 1)
  if (comparator === 'IN') {
    const list: string[] = []
    let to = from
    if (tokens[to]?.value !== '(') throw invalid('IN is followed by a list in parentheses')
    for (to += 1; tokens[to] !== undefined && tokens[to]!.value !== ')'; to += 1)
      if (tokens[to]!.kind === 'text') list.push(tokens[to]!.value)
    if (tokens[to] === undefined) throw invalid('The list of IN is not closed')
    if (key.entity === 'metrics') throw invalid('IN does not compare metrics')
    return {
      condition: (row) => {
        const actual = valueOf(row, key)
        return actual !== undefined && list.includes(String(actual)) !== isNot
      },
      next: to + 1,
    }
  }
  if (isNot) throw invalid('NOT stands before IN alone')
  const operand = tokens[from]
  if (operand === undefined || (operand.kind === 'mark' && operand.value !== '.'))
    throw invalid(`A comparison needs a value: ${text.slice(0, 200)}`)
  const isNumber = key.entity === 'metrics' || (key.entity === 'attributes' && numericAttributes.has(key.name))
  if (isNumber) {
    // A decimal number is three tokens, a signed one is one.
    const { value, end } = numberAt(tokens, from)
    if (Number.isNaN(value)) throw invalid(`Expected a number to compare ${key.name.slice(0, 60)} with`)
    const compare = numberComparators[comparator]
    if (compare === undefined) throw invalid(`Invalid comparator '${comparator.slice(0, 20)}' for a number`)
    return {
      condition: (row) => {
        const actual = valueOf(row, key)
        return typeof actual === 'number' && compare(actual, value)
      },
      next: end,
    }
  }
  if (operand.kind !== 'text') throw invalid(`Expected a quoted string value for ${key.name.slice(0, 60)}`)
  if (comparator.endsWith('LIKE') && operand.value.length > 500) throw invalid('The pattern is too long')
  const compare = textComparators[comparator]
  if (compare === undefined) throw invalid(`Invalid comparator '${comparator.slice(0, 20)}' for a text`)
  return {
    condition: (row) => {
      const actual = valueOf(row, key)
      return actual !== undefined && compare(String(actual), operand.value)
    },
    next: from + 1,
  }
}

function numberAt(tokens: readonly Token[], at: number): { value: number; end: number } {
  let text = ''
  let end = at
  for (; end < tokens.length && (tokens[end]!.kind === 'word' || tokens[end]!.value === '.'); end += 1) {
    if (/^AND$/i.test(tokens[end]!.value)) break
    text += tokens[end]!.value
  }
  return { value: text === '' ? Number.NaN : Number(text), end }
}

const numberComparators: Readonly<Record<string, (a: number, b: number) => boolean>> = {
  '=': (a, b) => a === b,
  '!=': (a, b) => a !== b,
  '>': (a, b) => a > b,
  '>=': (a, b) => a >= b,
  '<': (a, b) => a < b,
  '<=': (a, b) => a <= b,
}

const textComparators: Readonly<Record<string, (a: string, b: string) => boolean>> = {
  '=': (a, b) => a === b,
  '!=': (a, b) => a !== b,
  LIKE: (a, b) => isLike(a, b),
  ILIKE: (a, b) => isLike(a.toLowerCase(), b.toLowerCase()),
}

/** Matches SQL LIKE in bounded time; a regular expression could backtrack endlessly. */
function isLike(text: string, pattern: string): boolean {
  let [at, from, mark, retry] = [0, 0, -1, 0]
  while (at < text.length) {
    if (from < pattern.length && pattern[from] === '%') {
      mark = from
      retry = at
      from += 1
    } else if (from < pattern.length && (pattern[from] === '_' || pattern[from] === text[at])) {
      at += 1
      from += 1
    } else if (mark >= 0) {
      from = mark + 1
      retry += 1
      at = retry
    } else return false
  }
  while (pattern[from] === '%') from += 1
  return from === pattern.length
}

interface Order {
  readonly key: FilterKey
  readonly sign: 1 | -1
}

function parseOrder(text: string): Order {
  const tokens = tokensOf(text)
  const { key, next } = parseKey(tokens, 0, text)
  const direction = (tokens[next]?.value ?? 'ASC').toUpperCase()
  if (next < tokens.length - 1 || (direction !== 'ASC' && direction !== 'DESC'))
    throw invalid(`Invalid order_by clause '${text.slice(0, 100)}'`)
  return { key, sign: direction === 'DESC' ? -1 : 1 }
}

/** NaN sorts after all numbers in both directions, and missing values after NaN. */
const rankOf = (value: string | number | undefined) => (value === undefined ? 2 : Number.isNaN(value) ? 1 : 0)

function orderRows<Row>(rows: readonly Row[], orders: readonly string[], valueOf: ValueOf<Row>): Row[] {
  const keys = orders.map(parseOrder)
  return rows.toSorted((a, b) => {
    for (const { key, sign } of keys) {
      const [one, other] = [valueOf(a, key), valueOf(b, key)]
      const rank = rankOf(one) - rankOf(other)
      if (rank !== 0) return rank
      if (one === other || one === undefined || other === undefined || Number.isNaN(one)) continue
      return one < other ? -sign : sign
    }
    return 0
  })
}

interface SearchRequest {
  readonly filter: string
  readonly order_by: readonly string[]
  readonly max_results: number
  readonly page_token: string
}

/** The requested page of the rows that match, and the token of the next one. Fails as `INVALID_PARAMETER_VALUE`. */
export function search<Row>(
  rows: readonly Row[],
  { filter, order_by, max_results, page_token }: SearchRequest,
  valueOf: ValueOf<Row>,
) {
  const matches = orderRows(rows.filter(parseFilter(filter, valueOf)), order_by, valueOf)
  const from = Number(page_token) || 0
  const to = from + max_results
  return { rows: matches.slice(from, to), ...(to < matches.length ? { next_page_token: String(to) } : {}) }
}
