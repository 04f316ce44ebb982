import { lstat, readdir, realpath, stat } from 'node:fs/promises'
import { basename, extname, join, normalize, relative, sep } from 'node:path'
import { fail } from '@vermilion/contract/kernel/errors'
import type { ByteRange } from '#platform/blobs/blob-store'
import { openInFolder } from '#platform/blobs/folder-file'

/** Files shown of one task; a program may write more. */
const mostFiles = 10_000

export interface ResultFile {
  path: string
  size: number
}

/** Files below the output folder by path. Links are left out: they may lead anywhere. */
export async function listResultFiles(outputFolder: string): Promise<ResultFile[]> {
  const files: ResultFile[] = []
  const folders = ['']
  for (let folder = folders.pop(); folder !== undefined && files.length < mostFiles; folder = folders.pop()) {
    const entries = await readdir(join(outputFolder, folder), { withFileTypes: true }).catch(() => [])
    for (const entry of entries) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`
      if (entry.isDirectory()) folders.push(path)
      if (!entry.isFile() || files.length >= mostFiles) continue
      const stats = await lstat(join(outputFolder, path)).catch(() => null)
      if (stats) files.push({ path, size: stats.size })
    }
  }
  return files.sort((a, b) => (a.path < b.path ? -1 : 1))
}

/**
 * A result file, ready to be read. Fails as `task.file-missing` for what is not a plain file below the output folder,
 * reached without a link and without leaving it.
 */
export async function openResultFile(outputFolder: string, path: string) {
  const missing = fail('task.file-missing', { path })
  const requested = normalize(path)
  if (requested.startsWith('..') || requested.startsWith(sep) || requested.includes('\0')) throw missing
  const root = await realpath(outputFolder).catch(() => null)
  const real = root && (await realpath(join(root, requested)).catch(() => null))
  // The real path differs from the asked one as soon as any part of it is a link.
  if (!root || !real || relative(root, real) !== requested) throw missing
  const stats = await stat(real)
  if (!stats.isFile()) throw missing
  return {
    /** Where it lies: the true path of the output folder, and the one from there. */
    folder: root,
    path: requested,
    name: basename(real),
    size: stats.size,
    tag: `${stats.size}-${stats.mtimeMs}`,
    mediaType: shownTypes[extname(real).toLowerCase()],
    open: async (range?: ByteRange) => (await openInFolder(root, requested)).stream(range),
  }
}

/** Types that a browser may show by itself. Everything else is only ever downloaded: a task could write a web page. */
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
