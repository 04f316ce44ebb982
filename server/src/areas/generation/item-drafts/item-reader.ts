import { type SceneItem, sceneItem } from '@vermilion/contract/generations/config'

/** Reads scene items out of a text that arrives in parts, each as soon as it is whole. */
export interface ItemReader {
  /** The items that have become whole by this part. */
  push(part: string): SceneItem[]
  /** Objects that were whole and are no items, and what is wrong with the first. */
  refused(): { count: number; reason: string | null }
}

/**
 * The objects of the first list of objects in the text, whatever stands around it: a key, prose, a Markdown fence. A
 * model's thoughts before `</think>` are passed over.
 */
export function createItemReader(): ItemReader {
  /** What has not been read yet, and of an object that has begun its beginning. */
  let buffer = ''
  let position = 0
  let state: 'start' | 'thoughts' | 'prose' | 'list' = 'start'
  let depth = 0
  let isString = false
  let refused = 0
  let reason: string | null = null

  function take(json: string): SceneItem[] {
    const result = sceneItem.safeParse(withNumbers(parse(json)))
    if (result.success) return [result.data]
    refused += 1
    const [issue] = result.error.issues
    reason ??= `${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`
    return []
  }

  function drop(until: number): void {
    buffer = buffer.slice(until)
    position = 0
  }

  /** Goes on to the list; a bracket in prose before it is none unless an object follows. */
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

  /** Reads on to the end of the next object; undefined where it is not there yet. */
  function nextObject(): string | undefined {
    for (; position < buffer.length; position += 1) {
      const character = buffer[position]
      if (isString) {
        // What follows a backslash ends no text, also where it comes with the next part.
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
    push(part) {
      buffer += part
      if (state !== 'list' && !findList()) return []
      const items: SceneItem[] = []
      for (let json = nextObject(); json !== undefined; json = nextObject()) items.push(...take(json))
      return items
    },
    refused: () => ({ count: refused, reason }),
  }
}

const thoughts = { begin: '<think>', end: '</think>' }

function parse(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}

const countFields = ['dirtCount', 'smallAnimalCount', 'animalCount', 'weight']

/** Models write numbers as texts, and null for what is not there. */
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
