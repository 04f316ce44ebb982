/**
 * Class names as Ultralytics keeps them in `names`: a Python dictionary `{0: 'person', 1: "traffic light"}` or list. Undefined
 * where the text is neither, or where indexes are missing.
 */
export function readLabelsLiteral(text: string): string[] | undefined {
  const isList = /^\s*\[/.test(text)
  const entry = /(?:(\d+)\s*:\s*)?(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)")\s*(?:,|(?=[}\]]))/g
  const labels: string[] = []
  for (const [, index, single, double] of text.matchAll(entry)) {
    const at = isList ? labels.length : Number(index ?? Number.NaN)
    if (!Number.isInteger(at) || at > 10_000) return undefined
    labels[at] = unescape(single ?? double ?? '')
  }
  const isWhole = labels.length > 0 && Array.from(labels).every((label) => label !== undefined && label !== '')
  return isWhole ? labels : undefined
}

/** What Python's `repr` escapes in a text. */
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
