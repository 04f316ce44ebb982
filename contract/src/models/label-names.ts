/** A Python dictionary `{0: 'person', 1: "traffic light"}` or list. Undefined for other text or missing indices. */
export function readLabelsLiteral(text: string): string[] | undefined {
  const isList = /^\s*\[/.test(text)
  const entry = /(?:(?<!\d)(\d+)\s*:\s*)?(?:(?<!\\)'((?:[^'\\]|\\.)*)'|(?<!\\)"((?:[^"\\]|\\.)*)")\s*(?:,|(?=[}\]]))/g
  const labels: string[] = []
  for (const [, index, single, double] of text.matchAll(entry)) {
    const at = isList ? labels.length : Number(index ?? Number.NaN)
    if (!Number.isInteger(at) || at > 10_000) return undefined
    labels[at] = unescape(single ?? double ?? '')
  }
  const isWhole = labels.length > 0 && Array.from(labels).every((label) => label !== undefined && label !== '')
  return isWhole ? labels : undefined
}

const unescape = (text: string) =>
  text.replaceAll(/\\(?:x([0-9a-f]{2})|u([0-9a-f]{4})|(.))/g, (_, short?: string, long?: string, character?: string) =>
    short !== undefined || long !== undefined
      ? String.fromCodePoint(Number.parseInt(short ?? long ?? '', 16))
      : character === 'n'
        ? '\n'
        : character === 't'
          ? '\t'
          : (character ?? ''),
  )

/** Parses a file of class names: JSON, `names` of a YAML file, or one per line. Undefined without names. */
export function readLabelsFile(text: string): string[] | undefined {
  const trimmed = text.replace(/^\uFEFF/, '').trim()
  if (trimmed.startsWith('{') || trimmed.startsWith('[')) return readLabelsText(trimmed)
  const lines = trimmed.split(/\r?\n/)
  const start = lines.findIndex((line) => /^names\s*:/.test(line))
  if (start < 0) return namesOf(lines.map((line) => line.trim()).filter((line) => line !== ''))
  const rest = lines[start]!.replace(/^names\s*:\s*/, '')
  if (rest !== '' && !rest.startsWith('#')) return readLabelsText(rest)
  const entries: string[] = []
  for (const line of lines.slice(start + 1)) {
    const match = /^\s*(?:-|\d+\s*:)\s*(.+?)\s*$/.exec(line)
    if (match === null) {
      if (line.trim() === '' || line.trim().startsWith('#')) continue
      break
    }
    entries.push(match[1]!.replaceAll(/^(['"])(.*)\1$/g, '$2'))
  }
  return namesOf(entries)
}

export function readLabelsText(text: string): string[] | undefined {
  try {
    return namesIn(JSON.parse(text))
  } catch {
    return readLabelsLiteral(text)
  }
}

/** Names between commas, semicolons or line breaks. Undefined for a text that has none of them, or brackets. */
export function readLabelsLine(text: string): string[] | undefined {
  if (/[[\]{}]/.test(text)) return undefined
  const labels = text.split(/\r?\n|[,;]/).map((label) => label.trim())
  return labels.length > 1 ? namesOf(labels.filter((label) => label !== '')) : undefined
}

const nameIn = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && 'name' in value ? value.name : value

function namesIn(value: unknown): string[] | undefined {
  if (Array.isArray(value)) return namesOf(value.map(nameIn))
  if (typeof value !== 'object' || value === null) return undefined
  const inner = Object.entries(value).find(([key]) =>
    ['names', 'labels', 'classes', 'class_names', 'categories', 'id2label'].includes(key),
  )
  if (inner !== undefined) return namesIn(inner[1])
  const entries = Object.entries(value)
  const names: unknown[] = []
  for (const [key, name] of entries) {
    if (!/^\d{1,5}$/.test(key)) return undefined
    names[Number(key)] = name
  }
  return names.length === entries.length ? namesOf(names) : undefined
}

const namesOf = (values: readonly unknown[]): string[] | undefined =>
  values.length > 0 && values.every((value): value is string => typeof value === 'string' && value !== '')
    ? [...values]
    : undefined
