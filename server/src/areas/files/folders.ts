import { sortKey } from './sort-key.ts'

/** Folders directly in `folder`, from the folders that hold files anywhere below it. */
export function childFolders(folder: string, below: readonly { folder: string; fileCount: number }[]) {
  const start = folder === '' ? 0 : folder.length + 1
  const counts = new Map<string, number>()
  for (const row of below) {
    const [name = ''] = row.folder.slice(start).split('/', 1)
    counts.set(name, (counts.get(name) ?? 0) + row.fileCount)
  }
  return [...counts]
    .map(([name, fileCount]) => ({ name, path: folder === '' ? name : `${folder}/${name}`, fileCount }))
    .toSorted((a, b) => (sortKey(a.name) < sortKey(b.name) ? -1 : 1))
}
