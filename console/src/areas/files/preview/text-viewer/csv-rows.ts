const separators = [',', ';', '\t', '|']

export function separatorOf(text: string): string {
  const start = text.slice(0, 4_000).replaceAll(/"[^"]*"/g, '')
  const times = (separator: string) => start.split(separator).length
  return separators.toSorted((a, b) => times(b) - times(a))[0] ?? ','
}

/** Rows of separated values (RFC 4180). The last row of truncated text may be incomplete. */
export function csvRows(text: string, separator: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  let at = 0
  while (at < text.length) {
    let value = ''
    if (text[at] === '"') {
      let close = at + 1
      for (;;) {
        const quote = text.indexOf('"', close)
        const to = quote < 0 ? text.length : quote
        value += text.slice(close, to)
        close = to + 1
        if (text[close] !== '"') break
        value += '"'
        close += 1
      }
      at = close
    }
    const from = at
    while (at < text.length && text[at] !== separator && text[at] !== '\n' && text[at] !== '\r') at++
    row.push(value + text.slice(from, at))
    if (text[at] === separator) {
      at++
      if (at === text.length) row.push('')
      continue
    }
    if (text[at] === '\r' && text[at + 1] === '\n') at++
    at++
    rows.push(row)
    row = []
  }
  if (row.length > 0) rows.push(row)
  return rows
}
