import type { Label } from '@vermilion/contract/labels/dataset-labels'

/** Label keys as in the studio: the label's own, else a digit for the first ten. */
export function keysOfLabels(labels: readonly Label[]): ReadonlyMap<string, Label> {
  const own = new Set(labels.flatMap(({ shortcut }) => shortcut ?? []))
  return new Map(
    labels.flatMap((label, position) => {
      const digit = position < 10 ? String((position + 1) % 10) : null
      const key = label.shortcut ?? (digit !== null && own.has(digit) ? null : digit)
      return key === null ? [] : [[key, label] as const]
    }),
  )
}

/** The combination of a key press: `Ctrl+z`, `1`. */
export function combinationOf({
  key,
  ctrlKey,
  metaKey,
  shiftKey,
  altKey,
}: KeyboardEvent | React.KeyboardEvent): string {
  const parts = [...(ctrlKey || metaKey ? ['Ctrl'] : []), ...(altKey ? ['Alt'] : [])]
  const named = key === ' ' ? 'Space' : key.length === 1 ? key.toLowerCase() : key
  return [...parts, ...(shiftKey && named.length > 1 ? ['Shift'] : []), named].join('+')
}
