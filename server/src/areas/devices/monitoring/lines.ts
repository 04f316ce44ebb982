const maxLines = 5_000
const maxLineLength = 2_000

export type Line = readonly [key: string, value: string]

export function linesOf(output: Buffer | string): Line[] {
  const text = typeof output === 'string' ? output : output.toString('utf8')
  return text.split('\n', maxLines).flatMap((raw): Line[] => {
    const line = cleanText(raw, maxLineLength)
    if (line === '') return []
    const cut = line.indexOf(' ')
    return [cut < 0 ? [line, ''] : [line.slice(0, cut), line.slice(cut + 1).trim()]]
  })
}

export function cleanText(text: string, maxLength = 200): string {
  return text
    .slice(0, maxLength * 4)
    .replaceAll(/[\p{Cc}\p{Cf}\u{FFFD}\p{Zl}\p{Zp}]/gu, ' ')
    .replaceAll(/ {2,}/g, ' ')
    .trim()
    .slice(0, maxLength)
}

export function valuesOf(lines: readonly Line[], key: string): string[] {
  return lines.flatMap(([own, value]) => (own === key ? [value] : []))
}

/** Null unless the text is a safe non-negative integer. */
export function wholeNumber(text: string | undefined): number | null {
  if (text === undefined || !/^\d{1,16}$/.test(text)) return null
  const value = Number(text)
  return Number.isSafeInteger(value) ? value : null
}

export function decimalNumber(text: string | undefined): number | null {
  return text !== undefined && /^-?\d{1,15}(\.\d{1,9})?$/.test(text) ? Number(text) : null
}
