import type { Split } from './labeled-images.ts'

/** A map: folders have any name, also `constructor`. */
const splitsByName = new Map<string, Split>([
  ['train', 'train'],
  ['training', 'train'],
  ['train2017', 'train'],
  ['val', 'validation'],
  ['valid', 'validation'],
  ['validation', 'validation'],
  ['val2017', 'validation'],
  ['test', 'test'],
  ['testing', 'test'],
])

/** The split that a folder or a list of files is named after; null for other names (`default`, `all`). */
export function splitOf(name: string): Split | null {
  return splitsByName.get(name.toLowerCase()) ?? null
}

/** Names as training programs expect them; images without a split are in `default`. */
export function splitName(split: Split | null): string {
  return split === null ? 'default' : ({ train: 'train', validation: 'val', test: 'test' } as const)[split]
}

/** The split that a folder of a path is named after, the innermost first. */
export function splitInPath(path: string): Split | null {
  const folders = path.split('/').slice(0, -1)
  return (
    folders
      .reverse()
      .map(splitOf)
      .find((split) => split !== null) ?? null
  )
}
