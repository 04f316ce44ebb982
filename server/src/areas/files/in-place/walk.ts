import { lstatSync, opendirSync, realpathSync, type Dir, type Dirent } from 'node:fs'
import { join } from 'node:path'
import type { Text } from '@vermilion/contract/kernel/text'
import { maximumPathLength, existingPathProblem } from '@vermilion/contract/paths'
import { fileState, hasCode, type FileState } from '#platform/blobs/folder-file'
import { joinPath } from '../storing/numbered-path.ts'

/** An entry of a walk. Paths are relative to its root, in the disk's spelling. */
export type WalkEntry =
  | ({ readonly kind: 'file'; readonly path: string; readonly version?: string } & FileState)
  | { readonly kind: 'skipped'; readonly path: string; readonly reason: Text }
  /** Follows all direct entries of a folder; its subfolders' entries come next. */
  | { readonly kind: 'folder'; readonly path: string; readonly files: number; readonly folders: readonly string[] }

export const reasons = {
  encoding: { en: 'names that are not valid Unicode', zh: '名称不是有效的 Unicode' },
  marker: { en: 'objects that stand for folders', zh: '代表文件夹的对象' },
  link: { en: 'symbolic links', zh: '符号链接' },
  special: { en: 'neither files nor folders', zh: '既不是文件也不是文件夹' },
  unreadable: { en: 'folders that the server may not read', zh: '服务无权读取的文件夹' },
  length: { en: `paths longer than ${maximumPathLength} characters`, zh: `路径超过 ${maximumPathLength} 个字符` },
} satisfies Record<string, Text>

const directoryBufferSize = 256

/**
 * Parents come before children, sorted by name, so that a walk can resume `after` a completed folder.
 * Links are never followed: targets outside are off limits. Only the subfolder names of the present path are in memory.
 */
export function* walk(root: string, after?: string): Generator<WalkEntry> {
  yield* walkFolder({ root, after: after?.split('/') }, '')
}

interface Walk {
  readonly root: string
  readonly after: readonly string[] | undefined
}

function* walkFolder(at: Walk, path: string): Generator<WalkEntry> {
  const past = at.after === undefined ? 'no' : position(path, at.after)
  if (past === 'yes') return
  const folders = yield* readFolder(at, path, past === 'above')
  for (const name of folders) yield* walkFolder(at, joinPath(path, name))
}

function position(path: string, after: readonly string[]): 'yes' | 'above' | 'no' {
  if (path === '') return 'above'
  const parts = path.split('/')
  for (const [index, part] of parts.entries()) {
    const other = after[index]
    if (other === undefined || other === '') return 'no'
    if (part !== other) return part < other ? 'yes' : 'no'
  }
  return 'above'
}

function* readFolder({ root }: Walk, path: string, isReported: boolean): Generator<WalkEntry, string[]> {
  const folder = join(root, path)
  const folders: string[] = []
  let files = 0
  let isComplete = true
  let entries: Dir | undefined
  try {
    entries = opendirSync(folder, { bufferSize: directoryBufferSize })
    // A link may have replaced the folder since it was listed.
    if (realpathSync(folder) !== folder) return []
    for (let entry = entries.readSync(); entry !== null; entry = entries.readSync()) {
      const inspected = inspect(folder, path, entry)
      if (inspected === 'gone') continue
      if (inspected === 'folder') folders.push(entry.name)
      else if (inspected === 'unreadable') isComplete = false
      else {
        if (inspected.kind === 'file') files++
        if (!isReported) yield inspected
      }
    }
  } catch (error) {
    if (path === '') throw error
    if (hasCode(error, 'ENOENT', 'ENOTDIR')) return []
    isComplete = false
  } finally {
    entries?.closeSync()
  }
  folders.sort()
  if (isReported) return folders
  if (isComplete) yield { kind: 'folder', path, files, folders }
  else yield { kind: 'skipped', path, reason: reasons.unreadable }
  return folders
}

function inspect(folder: string, path: string, entry: Dirent): WalkEntry | 'folder' | 'gone' | 'unreadable' {
  const own = joinPath(path, entry.name)
  const skipped = (reason: Text): WalkEntry => ({ kind: 'skipped', path: own.replaceAll('\uFFFD', '?'), reason })
  // Names are bytes on disk; invalid UTF-8 is decoded to this character.
  if (entry.name.includes('\uFFFD')) return skipped(reasons.encoding)
  const problem = existingPathProblem(entry.name)
  if (problem !== undefined) return skipped(problem)
  if (own.length > maximumPathLength) return skipped(reasons.length)
  if (entry.isSymbolicLink()) return skipped(reasons.link)
  if (entry.isDirectory()) return 'folder'
  try {
    const stats = lstatSync(join(folder, entry.name))
    if (stats.isFile()) return { kind: 'file', path: own, ...fileState(stats) }
    // Some file systems do not report an entry's type in listings.
    if (stats.isDirectory()) return 'folder'
    return skipped(stats.isSymbolicLink() ? reasons.link : reasons.special)
  } catch (error) {
    return hasCode(error, 'ENOENT', 'ENOTDIR') ? 'gone' : 'unreadable'
  }
}
