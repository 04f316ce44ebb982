import { setImmediate as breath } from 'node:timers/promises'
import { Readable } from 'node:stream'
import type { Archive } from '@vermilion/contract/files/archives'
import type { FileSelection } from '@vermilion/contract/files'
import { fail } from '@vermilion/contract/kernel/errors'
import { fileName, folderOf } from '@vermilion/contract/paths'
import type { Clock } from '#platform/clock'
import type { Content } from '#platform/http/range'
import { newId } from '#platform/ids'
import type { Spaces } from '#areas/spaces'
import type { Selections } from '../operations/selection.ts'
import type { SelectedFiles } from '../operations/selection-reader.ts'
import type { FileRow, FileStore } from '../store.ts'
import { zip, type ZipEntry } from './zip.ts'

/** Milliseconds to begin a prepared download, long enough for a browser that first asks for the destination. */
const lifetime = 10 * 60_000
/** A limit over all accounts; the oldest is dropped. */
const maximumArchives = 50
/** Rows read at once, few enough to send the first byte promptly. */
const batchSize = 200

interface PreparedArchive {
  readonly accountId: string
  readonly name: string
  readonly chosen: SelectedFiles
  /** The folder that contains everything; paths in the archive are relative to it. */
  readonly commonFolder: string
  readonly files: number
  readonly until: number
}

interface Needs {
  readonly clock: Clock
  readonly spaces: Spaces
  readonly store: Pick<FileStore, 'byIds'>
  readonly selections: Selections
  bytesOf(file: FileRow): Promise<Pick<Content, 'size' | 'open'>>
}

export type Archives = ReturnType<typeof createArchives>

/** A selection is kept in memory for minutes, for its own account. */
export function createArchives({ clock, spaces, store, selections, bytesOf }: Needs) {
  const archives = new Map<string, PreparedArchive>()

  function removeExpired(): void {
    for (const [id, { until }] of archives)
      if (until < clock.now() || archives.size > maximumArchives) archives.delete(id)
  }

  async function commonFolder({ spaceId, fileIds, folders, filter }: SelectedFiles): Promise<string> {
    const parentFolders = folders.map(folderOf)
    for (let at = 0; at < fileIds.length; at += batchSize) {
      const rows = await store.byIds(spaceId, fileIds.slice(at, at + batchSize))
      await breath()
      parentFolders.push(...new Set(rows.map(({ path }) => folderOf(path))))
    }
    if (filter !== undefined) parentFolders.push(filter.folder)
    return parentFolders.reduce(sharedFolder)
  }

  async function* entriesOf(
    { chosen, commonFolder: common, files }: PreparedArchive,
    signal: AbortSignal,
  ): AsyncGenerator<ZipEntry> {
    let sent = 0
    for await (const { rows } of selections.each(chosen, batchSize)) {
      for (const row of rows) {
        signal.throwIfAborted()
        const path = common === '' ? row.path : row.path.slice(common.length + 1)
        yield { path, modifiedAt: new Date(timeOf(row)), stat: () => bytesOf(row) }
        sent++
      }
    }
    if (sent !== files) throw new Error(`${sent} files are left of the ${files} that were chosen`)
  }

  return {
    async create(
      spaceId: string,
      { selection, name }: { selection: FileSelection; name: string },
      accountId: string,
    ): Promise<Archive> {
      const space = await spaces.get(spaceId)
      const selected = await selections.choose(spaceId, selection)
      const { files, bytes } = await selections.count(selected)
      if (files === 0) throw fail('file.none-selected')
      const [folder = ''] = selected.folders
      const isFolder = selected.folders.length === 1 && selected.fileIds.length === 0 && selected.filter === undefined
      const archive = `${plainName(name) || (isFolder ? fileName(folder) : plainName(space.name)) || 'files'}.zip`
      const id = newId()
      const common = await commonFolder(selected)
      archives.set(id, {
        accountId,
        name: archive,
        chosen: selected,
        commonFolder: common,
        files,
        until: clock.now() + lifetime,
      })
      removeExpired()
      return { id, name: archive, files, bytes }
    },

    async download(id: string, accountId: string, signal: AbortSignal): Promise<{ name: string; content: Readable }> {
      removeExpired()
      const archive = archives.get(id)
      if (archive === undefined || archive.accountId !== accountId) throw fail('archive.not-found')
      await spaces.get(archive.chosen.spaceId)
      return { name: archive.name, content: Readable.from(zip(entriesOf(archive, signal)), { objectMode: false }) }
    },
  }
}

function sharedFolder(one: string, other: string): string {
  const [first, second] = [one.split('/'), other.split('/')]
  const differs = first.findIndex((part, depth) => part !== second[depth])
  return first.slice(0, differs === -1 ? first.length : differs).join('/')
}

function timeOf({ modifiedAt, updatedAt }: FileRow): number {
  return modifiedAt === null ? Date.parse(updatedAt) : modifiedAt / 1_000
}

function plainName(name: string): string {
  return name.replace(/\.zip$/i, '').replaceAll(/[/\\:*?"<>|\p{Cc}]/gu, '_')
}
