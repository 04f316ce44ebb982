import type { Split } from './labeled-images.ts'

/** A map, because folders may have any name, including `constructor`. */
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

export function splitOf(name: string): Split | null {
  return splitsByName.get(name.toLowerCase()) ?? null
}

export function splitName(split: Split | null): string {
  return split === null ? 'default' : ({ train: 'train', validation: 'val', test: 'test' } as const)[split]
}

export function splitInPath(path: string): Split | null {
  const folders = path.split('/').slice(0, -1)
  return (
    folders
      .reverse()
      .map(splitOf)
      .find((split) => split !== null) ?? null
  )
}
