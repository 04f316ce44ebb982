import { lstat, readdir, realpath, stat } from 'node:fs/promises'
import { basename, extname, join, normalize, relative, sep } from 'node:path'
import { fail } from '@vermilion/contract/kernel/errors'
import type { ByteRange } from '#platform/blobs/blob-store'
import { openInFolder } from '#platform/blobs/folder-file'

const maxFiles = 10_000

export interface ResultFile {
  path: string
  size: number
}

/** Lists files below the output folder. Symbolic links are left out: they may lead anywhere. */
export async function listResultFiles(outputFolder: string): Promise<ResultFile[]> {
  const files: ResultFile[] = []
  const folders = ['']
  for (let folder = folders.pop(); folder !== undefined && files.length < maxFiles; folder = folders.pop()) {
    const entries = await readdir(join(outputFolder, folder), { withFileTypes: true }).catch(() => [])
    for (const entry of entries) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`
      if (entry.isDirectory()) folders.push(path)
      if (!entry.isFile() || files.length >= maxFiles) continue
      const stats = await lstat(join(outputFolder, path)).catch(() => null)
      if (stats) files.push({ path, size: stats.size })
    }
  }
  return files.sort((a, b) => (a.path < b.path ? -1 : 1))
}

/** Fails as `task.file-missing` unless the path is a regular file below the output folder, reached without links. */
export async function openResultFile(outputFolder: string, path: string) {
  const missing = fail('task.file-missing', { path })
  const requested = normalize(path)
  if (requested.startsWith('..') || requested.startsWith(sep) || requested.includes('\0')) throw missing
  const root = await realpath(outputFolder).catch(() => null)
  const real = root && (await realpath(join(root, requested)).catch(() => null))
  // The real path differs when any part is a link.
  if (!root || !real || relative(root, real) !== requested) throw missing
  const stats = await stat(real)
  if (!stats.isFile()) throw missing
  return {
    folder: root,
    path: requested,
    name: basename(real),
    size: stats.size,
    tag: `${stats.size}-${stats.mtimeMs}`,
    mediaType: shownTypes[extname(real).toLowerCase()],
    open: async (range?: ByteRange) => (await openInFolder(root, requested)).stream(range),
  }
}

/** Types that browsers may display. All others are only downloaded: a task could write a web page. */
const shownTypes: Readonly<Record<string, string>> = {
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.webp': 'image/webp',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.csv': 'text/plain; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.jsonl': 'text/plain; charset=utf-8',
}
