const maxStarts = 64

/** Some models write down their reasoning before they reply; unfinished reasoning is no reply. */
export function withoutThoughts(text: string): string {
  return text.replaceAll(/<think(?:ing)?>[\s\S]*?(?:<\/think(?:ing)?>|$)/gi, '')
}

export function* objectsIn(text: string): Generator<Record<string, unknown>> {
  for (const value of valuesIn(text, '{'))
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) yield value as Record<string, unknown>
}

export function* structuresIn(text: string): Generator {
  yield* valuesIn(text, '{[', true)
}

function* valuesIn(text: string, openings: string, isOutermost = false): Generator {
  let starts = 0
  for (let at = 0; at < text.length && starts < maxStarts; at += 1) {
    if (!openings.includes(text[at]!)) continue
    starts += 1
    const end = endOf(text, at)
    const value = end === undefined ? undefined : parse(text.slice(at, end))
    if (value === undefined) continue
    yield value
    if (isOutermost) at = end! - 1
  }
}

function endOf(text: string, start: number): number | undefined {
  const opening = text[start]
  const closing = opening === '{' ? '}' : ']'
  let depth = 0
  let isText = false
  for (let at = start; at < text.length; at += 1) {
    const character = text[at]
    if (isText) {
      if (character === '\\') at += 1
      else if (character === '"') isText = false
    } else if (character === '"') isText = true
    else if (character === opening) depth += 1
    else if (character === closing) {
      depth -= 1
      if (depth === 0) return at + 1
    }
  }
  return undefined
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
