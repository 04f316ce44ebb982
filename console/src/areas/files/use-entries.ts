import { fileEndpoints, type Folder, type SpaceFile } from '@vermilion/contract/files'
import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { call, session } from '#lib/api.ts'
import { useConnection } from '#lib/connection.ts'
import { useNews } from '#lib/news.ts'
import { useOwnChanges } from '#lib/query.ts'
import { placedAfter, type Placed, placedList } from '#ui/placed.ts'
import { createWindows, type Windows } from '#ui/windows.ts'
import { type Entry, keyOf } from './entry.ts'
import type { ShownFilter } from './filter.ts'
import type { FilesSearch } from './search.ts'

interface Listed {
  folders: Windows<Folder>
  files: Windows<SpaceFile>
}

interface Asked {
  spaceId: string
  filter: ShownFilter
  sort: FilesSearch['sort']
  /** Folders are listed too: not where something is looked for, which they would not answer to. */
  withFolders: boolean
}

/** Lists that are remembered, so that Back shows at once what was there. */
const most = 6
const listed = new Map<string, Listed>()
session.onForget(() => listed.clear())
/** Milliseconds between two looks at what has changed, while it goes on changing. */
const pause = 500

function listFor(key: string, { spaceId, filter, sort, withFolders }: Asked): Listed {
  const known = listed.get(key)
  listed.delete(key)
  const params = { spaceId }
  const list: Listed = known ?? {
    folders: createWindows<Folder>({
      keyOf,
      load: async (offset, limit, signal) =>
        !withFolders
          ? { items: [], total: 0 }
          : call(fileEndpoints.listFolders, { params, query: { folder: filter.folder, offset, limit } }, { signal }),
    }),
    files: createWindows<SpaceFile>({
      keyOf,
      load: (offset, limit, signal) =>
        call(fileEndpoints.listFiles, { params, query: { ...filter, sort, offset, limit } }, { signal }),
      count: async (signal) => (await call(fileEndpoints.countFiles, { params, query: filter }, { signal })).files,
    }),
  }
  listed.set(key, list)
  for (const oldest of listed.keys()) {
    if (listed.size <= most) break
    listed.delete(oldest)
  }
  return list
}

interface Entries {
  /** Undefined until something is known. */
  placed: Placed<Entry>
  /** What is listed, in which order. */
  scope: string
  folderCount: number
  fileCount: number
  /** Whether the files have been counted; of long lists, only the first ones are known before. */
  counted: boolean
  loading: boolean
  problem: unknown
  refresh: () => void
}

/** The folders and files that the address asks for, by their places; news bring what is seen up to date. */
export function useEntries(asked: Asked): Entries {
  const { spaceId } = asked
  const scope = JSON.stringify([asked.spaceId, asked.filter, asked.sort])
  // eslint-disable-next-line react/exhaustive-deps -- the scope says all that is asked for
  const list = useMemo(() => listFor(scope, asked), [scope])
  const folders = useSyncExternalStore(list.folders.subscribe, list.folders.state)
  const files = useSyncExternalStore(list.files.subscribe, list.files.state)
  const [counted, setCounted] = useState(files.exact ? list : undefined)
  if (files.exact && counted !== list) setCounted(list)
  const refresh = () => {
    list.folders.refresh()
    list.files.refresh()
  }
  useEffect(() => {
    list.folders.refresh()
    list.files.refresh()
    return () => {
      list.folders.rest()
      list.files.rest()
    }
  }, [list])

  const soon = useRef<ReturnType<typeof setTimeout>>(undefined)
  const refreshSoon = () => {
    soon.current ??= setTimeout(() => {
      soon.current = undefined
      refresh()
    }, pause)
  }
  useEffect(() => () => clearTimeout(soon.current), [])
  useNews('files-changed', (event) => (event === null || event.spaceId === spaceId) && refreshSoon())
  const own = useOwnChanges(({ count }) => count)
  const away = useConnection(({ connection }) => connection === 'offline')
  const seen = useRef({ own, away })
  useEffect(() => {
    const before = seen.current
    seen.current = { own, away }
    if (before.own === own && (away || !before.away)) return
    list.folders.refresh()
    list.files.refresh()
  }, [own, away, list])

  const placed = useMemo<Placed<Entry>>(
    () =>
      // Folders without the files beside them would look like all there is.
      files.total === undefined
        ? placedList<Entry>([], keyOf)
        : placedAfter<Entry>(list.folders.placed(), list.files.placed()),
    // eslint-disable-next-line react/exhaustive-deps -- each state is another row of things
    [list, folders, files],
  )
  const problem = files.problem ?? folders.problem
  return {
    placed,
    scope,
    folderCount: folders.total ?? 0,
    fileCount: files.total ?? 0,
    counted: counted === list,
    loading: (folders.total === undefined || files.total === undefined) && problem === null,
    problem,
    refresh,
  }
}
