import { fileEndpoints, type Folder, type SpaceFile } from '@vermilion/contract/files'
import { useMemo, useState, useSyncExternalStore } from 'react'
import { call } from '#lib/api.ts'
import { placedAfter, type IndexedList, placedList } from '#ui/windowing/indexed-list.ts'
import { createRemembered } from '#ui/recent-cache.ts'
import { useUpkeep } from '#ui/windowing/use-window-refresh.ts'
import { createWindows, type Windows } from '#ui/windowing/windows.ts'
import { type Entry, keyOf } from './entry.ts'
import type { ShownFilter } from './filter/filter.ts'
import type { FilesSearch } from './search.ts'

interface Listed {
  folders: Windows<Folder>
  files: Windows<SpaceFile>
  refresh: () => void
  rest: () => void
}

interface EntriesQuery {
  spaceId: string
  filter: ShownFilter
  sort: FilesSearch['sort']
  /** Includes folders, except in a search, which applies to files only. */
  withFolders: boolean
}

const listed = createRemembered<Listed>()

function listOf({ spaceId, filter, sort, withFolders }: EntriesQuery): Listed {
  const params = { spaceId }
  const folders = createWindows<Folder>({
    keyOf,
    load: async (offset, limit, signal) =>
      !withFolders
        ? { items: [], total: 0 }
        : call(fileEndpoints.listFolders, { params, query: { folder: filter.folder, offset, limit } }, { signal }),
  })
  const files = createWindows<SpaceFile>({
    keyOf,
    load: (offset, limit, signal) =>
      call(fileEndpoints.listFiles, { params, query: { ...filter, sort, offset, limit } }, { signal }),
    count: async (signal) => (await call(fileEndpoints.countFiles, { params, query: filter }, { signal })).files,
  })
  const both = [folders, files]
  return {
    folders,
    files,
    refresh: () => both.forEach((windows) => windows.refresh()),
    rest: () => both.forEach((windows) => windows.rest()),
  }
}

export interface Entries {
  placed: IndexedList<Entry>
  scope: string
  folderCount: number
  fileCount: number
  /** True when the files have been counted; a long list shows its first files before that. */
  counted: boolean
  loading: boolean
  problem: unknown
  refresh: () => void
}

export function useEntries(query: EntriesQuery): Entries {
  const { spaceId } = query
  const scope = JSON.stringify([query.spaceId, query.filter, query.sort])
  // eslint-disable-next-line react/exhaustive-deps -- the scope says all that is asked for
  const list = useMemo(() => listed(scope, () => listOf(query)), [scope])
  const folders = useSyncExternalStore(list.folders.subscribe, list.folders.state)
  const files = useSyncExternalStore(list.files.subscribe, list.files.state)
  const [counted, setCounted] = useState(files.exact ? list : undefined)
  if (files.exact && counted !== list) setCounted(list)
  useUpkeep(list, (event) => event.type === 'files-changed' && event.spaceId === spaceId)

  const indexed = useMemo<IndexedList<Entry>>(
    () =>
      // Folders alone would look like the complete content.
      files.total === undefined
        ? placedList<Entry>([], keyOf)
        : placedAfter<Entry>(list.folders.list(), list.files.list()),
    // eslint-disable-next-line react/exhaustive-deps -- each state is another row of things
    [list, folders, files],
  )
  const problem = files.problem ?? folders.problem
  return {
    placed: indexed,
    scope,
    folderCount: folders.total ?? 0,
    fileCount: files.total ?? 0,
    counted: counted === list,
    loading: (folders.total === undefined || files.total === undefined) && problem === null,
    problem,
    refresh: list.refresh,
  }
}
