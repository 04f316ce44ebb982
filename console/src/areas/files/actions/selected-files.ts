import { fileEndpoints } from '@vermilion/contract/files'
import { maximumPageSize } from '@vermilion/contract/kernel/page'
import { call } from '#lib/api.ts'
import { translator } from '#lib/i18n.ts'
import { useSystem } from '#lib/system.ts'
import type { IndexedList } from '#ui/windowing/indexed-list.ts'
import { maxNamed, type Selection } from '#ui/selection/selection.ts'
import { actionText } from './action-text.ts'
import { type Entry, isFolder } from '../entry.ts'
import type { ShownFilter } from '../filter/filter.ts'

export interface SelectedFiles {
  fileIds: string[]
  folders: string[]
  filter?: Partial<ShownFilter>
  except: string[]
}

const maximumFolders = 1_000

interface ResolveNeeds {
  selection: Selection<Entry>
  placed: IndexedList<Entry>
  folderCount: number
  filter: ShownFilter
}

export async function resolveSelectedFiles({
  selection,
  placed,
  folderCount,
  filter,
}: ResolveNeeds): Promise<SelectedFiles> {
  const { all, items } = selection.chosen
  const named = [...items.values()]
  const fileIds = named.flatMap((entry) => (isFolder(entry) ? [] : [entry.id]))
  const folders = named.flatMap((entry) => (isFolder(entry) ? [entry.path] : []))
  if ((all ? folderCount - folders.length : folders.length) > maximumFolders) throw tooManyFolders()
  if (!all) return { fileIds, folders, except: [] }
  const listed = folderCount === 0 ? [] : await placed.bring(0, folderCount - 1)
  const exceptedFolders = new Set(folders)
  const rest = listed.flatMap((entry) => (isFolder(entry) && !exceptedFolders.has(entry.path) ? [entry.path] : []))
  return { fileIds: [], folders: rest, filter, except: fileIds }
}

function tooManyFolders(): Error {
  return new Error(translator(actionText, useSystem.getState().lang)('tooManyFolders', { most: maximumFolders }))
}

export function sumOf({ chosen }: Selection<Entry>): { folders: number; bytes: number } {
  let folders = 0
  let bytes = 0
  for (const entry of chosen.items.values()) {
    if (isFolder(entry)) folders += 1
    bytes += isFolder(entry) ? entry.totalSize : entry.size
  }
  return { folders, bytes }
}

export async function idsOf(spaceId: string, selection: SelectedFiles): Promise<string[] | null> {
  const ids = new Set(selection.fileIds)
  const except = new Set(selection.except)
  const sources = selection.folders.map((folder) => ({ folder, recursive: true }))
  for (const query of [...sources, ...(selection.filter === undefined ? [] : [selection.filter])]) {
    for (let offset = 0; ; offset += maximumPageSize) {
      const pageQuery = { ...query, offset, limit: maximumPageSize }
      const { items } = await call(fileEndpoints.listFiles, { params: { spaceId }, query: pageQuery })
      for (const { id } of items) if (!except.has(id)) ids.add(id)
      if (ids.size > maxNamed) return null
      if (items.length < maximumPageSize) break
    }
  }
  return [...ids]
}
