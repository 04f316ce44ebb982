import { type SceneItem, sceneItem } from '@vermilion/contract/generations/config'
import { readJsonText } from '#areas/settings'

/** The list may be within any text, such as prose or a Markdown fence. Skips thoughts before `</think>`. */
export function createItemReader() {
  let buffer = ''
  let position = 0
  let state: 'start' | 'thoughts' | 'prose' | 'list' = 'start'
  let depth = 0
  let isString = false
  let reason: string | null = null

  function take(json: string): SceneItem[] {
    const result = sceneItem.safeParse(withNumbers(readJsonText(json)))
    if (result.success) return [result.data]
    const [issue] = result.error.issues
    reason ??= `${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`
    return []
  }

  function drop(until: number): void {
    buffer = buffer.slice(until)
    position = 0
  }

  function findList(): boolean {
    if (state === 'start') {
      if (buffer.length < thoughts.begin.length && thoughts.begin.startsWith(buffer)) return false
      state = buffer.startsWith(thoughts.begin) ? 'thoughts' : 'prose'
    }
    if (state === 'thoughts') {
      const end = buffer.indexOf(thoughts.end)
      drop(end === -1 ? Math.max(0, buffer.length - thoughts.end.length) : end)
      if (end === -1) return false
      state = 'prose'
    }
    const match = /\[\s*\{/.exec(buffer)
    if (match === null) {
      const rest = /\[\s*$/.exec(buffer)
      drop(rest?.index ?? buffer.length)
      return false
    }
    drop(match.index + match[0].length - 1)
    state = 'list'
    return true
  }

  function nextObject(): string | undefined {
    for (; position < buffer.length; position += 1) {
      const character = buffer[position]
      if (isString) {
        // A backslash at the end waits for the next part.
        if (character === '\\' && position + 1 === buffer.length) return undefined
        if (character === '\\') position += 1
        else if (character === '"') isString = false
      } else if (character === '"') isString = true
      else if (character === '{') {
        if (depth === 0) drop(position)
        depth += 1
      } else if (character === '}' && depth > 0) {
        depth -= 1
        if (depth > 0) continue
        const json = buffer.slice(0, position + 1)
        drop(position + 1)
        return json
      }
    }
    if (depth === 0) drop(buffer.length)
    return undefined
  }

  return {
    push(part: string): SceneItem[] {
      buffer += part
      if (state !== 'list' && !findList()) return []
      const items: SceneItem[] = []
      for (let json = nextObject(); json !== undefined; json = nextObject()) items.push(...take(json))
      return items
    },
    /** The problem of the first complete object that is no item. */
    refusal: () => reason,
  }
}

const thoughts = { begin: '<think>', end: '</think>' }

const countFields = ['dirtCount', 'smallAnimalCount', 'animalCount', 'weight']

/** Models write numbers as text, and null for missing values. */
function withNumbers(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, field]: [string, unknown]) => {
      if (field === null) return []
      const isNumber = countFields.includes(key) && typeof field === 'string' && field.trim() !== ''
      return [[key, isNumber ? Number(field) : field]]
    }),
  )
}
