import { fail } from '@vermilion/contract/kernel/errors'
import { deviceChild, pathBytes, pathText } from '@vermilion/contract/devices/file-paths'
import { typeOf } from './entries.ts'
import { readFolder } from './folder-reader.ts'
import type { Attributes } from './sftp/packets.ts'
import { type Sftp, SftpRefused } from './sftp/sftp.ts'

export interface TreeEntry {
  readonly path: string
  readonly type: 'file' | 'folder' | 'link' | 'other'
  readonly attributes: Attributes
}

interface WalkOptions {
  readonly signal?: AbortSignal
  /** Called for an unreadable folder, which is skipped; without it the walk fails. */
  readonly onProblem?: (path: string, error: unknown) => void
  readonly enters?: (path: string) => boolean
}

/** Limits that no real tree exceeds: depth and entries. */
const maxLevels = 100
const maxEntries = 5_000_000
const maxFolderCharacters = 128 * 1024 * 1024
const foldersAtOnce = 8

/** Walks a tree, parents first. Symbolic links are listed and not followed, so there are no loops. */
export async function* walkTree(sftp: Sftp, root: string, options: WalkOptions = {}): AsyncGenerator<TreeEntry> {
  const { signal, onProblem, enters = () => true } = options
  const waiting: string[] = ['']
  const underWay: { folder: string; contents: ReturnType<typeof readFolder> }[] = []
  let [count, characters] = [0, 0]
  while (waiting.length > 0 || underWay.length > 0) {
    signal?.throwIfAborted()
    while (underWay.length < foldersAtOnce && waiting.length > 0) {
      const folder = waiting.pop() ?? ''
      const path = folder === '' ? root : deviceChild(root, folder)
      const contents = readFolder(sftp, pathBytes(path), signal === undefined ? {} : { signal })
      contents.catch(() => undefined)
      underWay.push({ folder, contents })
    }
    const next = underWay.shift()
    if (next === undefined) return
    try {
      const { entries, isCut } = await next.contents
      if (isCut) throw fail('device-file.failed', { path: next.folder, reason: 'it has too many entries' })
      for (const { name, ...attributes } of entries) {
        count += 1
        if (count > maxEntries) throw fail('device-file.failed', { path: root, reason: 'there is too much below it' })
        const path = next.folder === '' ? pathText(name) : `${next.folder}/${pathText(name)}`
        const type = typeOf(attributes)
        yield { path, type, attributes }
        if (type !== 'folder' || !enters(path) || path.split('/').length >= maxLevels) continue
        characters += path.length
        if (characters > maxFolderCharacters)
          throw fail('device-file.failed', { path: root, reason: 'there is too much below it' })
        waiting.push(path)
      }
    } catch (error) {
      if (onProblem === undefined || !(error instanceof SftpRefused) || next.folder === '') throw error
      onProblem(next.folder, error)
    }
  }
}
