import { timeOf } from './csv.ts'
import type { Reader } from './reader.ts'
import { readLines } from './reader.ts'

const stepKeys = ['step', 'global_step', 'iteration', 'iter', '_step', 'epoch']
const timeKeys = ['time', 'timestamp', 'wall_time', '_timestamp']
const nameKeys = ['name', 'metric', 'key', 'tag']
/** Maximum nesting: `{"val": {"loss": 1}}` becomes `val/loss`. */
const deepest = 4

interface JsonLinesState {
  lines: number
}

/** One object per line: `{"step": 1, "loss": 0.5}`, or `{"name": "loss", "step": 1, "value": 0.5}`. */
export const jsonLinesReader: Reader<JsonLinesState> = {
  empty: { lines: 0 },
  repeats: 'rewind',
  read({ bytes, startedAt }, { lines }, sink) {
    let seenCount = lines
    const used = readLines(bytes, (line) => {
      const match = objectOf(line)
      if (match === undefined) return
      const step = firstNumber(match, stepKeys)
      const time = firstNumber(match, timeKeys)
      const at = step?.value ?? seenCount
      const when = time === undefined ? undefined : timeOf(time.value, startedAt)
      seenCount += 1
      const name = nameKeys.map((key) => match[key]).find((value) => typeof value === 'string')
      if (typeof name === 'string' && isNumber(match['value'])) {
        sink.add(name, at, when, toNumber(match['value']))
        return
      }
      const take = (part: Record<string, unknown>, previous: string, depth: number) => {
        for (const [key, value] of Object.entries(part)) {
          if (depth === 0 && (key === step?.key || key === time?.key)) continue
          if (isNumber(value)) sink.add(previous + key, at, when, toNumber(value))
          else if (isObject(value) && depth < deepest) take(value, `${previous}${key}/`, depth + 1)
        }
      }
      take(match, '', 0)
    })
    return { used, state: { lines: seenCount } }
  },
}

/** Python writes NaN and Infinity, which are not JSON: they become a text that no metric has. */
const noNumber = ' not a number'

function objectOf(line: string): Record<string, unknown> | undefined {
  const read = (text: string): Record<string, unknown> | undefined => {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : undefined
  }
  if (!line.trimStart().startsWith('{')) return undefined
  try {
    return read(line)
  } catch {
    try {
      return read(line.replaceAll(/(?<=[:,[]\s*)-?(?:NaN|Infinity)(?=\s*[,}\]])/g, JSON.stringify(noNumber)))
    } catch {
      return undefined
    }
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isNumber = (value: unknown) => typeof value === 'number' || value === noNumber
const toNumber = (value: unknown) => (typeof value === 'number' ? value : Number.NaN)

function firstNumber(match: Record<string, unknown>, keys: readonly string[]) {
  const key = keys.find((one) => typeof match[one] === 'number')
  return key === undefined ? undefined : { key, value: match[key] as number }
}
