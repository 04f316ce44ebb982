export type Piece = readonly [style: string, text: string]

export interface Line {
  /** Null for the continuation of a long line. */
  number: number | null
  pieces: Piece[]
}

/** The length at which a line is wrapped into another, so that no line is slow to render. */
const maxLength = 2_000
const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'", '#39': "'" }
const token = /<span class="([^"]*)">|(<\/span>)|&(\w+|#\w+);|(\n)|([^<&\n]+)/g

export function cutLines(marked: string): Line[] {
  const lines: Line[] = []
  const styles: string[] = []
  let number = 1
  let line: Line = { number, pieces: [] }
  let length = 0
  const end = (next: number | null) => {
    lines.push(line)
    line = { number: next, pieces: [] }
    length = 0
  }
  const add = (text: string) => {
    const style = styles.at(-1) ?? ''
    const last = line.pieces.at(-1)
    if (last?.[0] === style) line.pieces[line.pieces.length - 1] = [style, last[1] + text]
    else line.pieces.push([style, text])
    length += text.length
  }
  for (const [, style, close, entity, newline, plain] of marked.matchAll(token)) {
    if (style !== undefined) styles.push(style)
    else if (close !== undefined) styles.pop()
    else if (newline !== undefined) end(++number)
    else {
      let rest = plain ?? entities[entity ?? ''] ?? `&${entity};`
      while (length + rest.length > maxLength) {
        const remaining = maxLength - length
        add(rest.slice(0, remaining))
        rest = rest.slice(remaining)
        end(null)
      }
      if (rest !== '') add(rest)
    }
  }
  lines.push(line)
  return lines
}

export function plainLines(text: string): Line[] {
  return cutLines(text.replaceAll('&', '&amp;').replaceAll('<', '&lt;'))
}
