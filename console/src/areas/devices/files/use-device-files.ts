import {
  deviceFileEndpoints,
  type DeviceFile,
  type DeviceFileList,
  type DeviceFileSort,
} from '@vermilion/contract/devices/files'
import { useMemo, useSyncExternalStore } from 'react'
import { call } from '#lib/api.ts'
import { createRemembered } from '#ui/recent-cache.ts'
import { useUpkeep } from '#ui/windowing/use-window-refresh.ts'
import { createWindows, type Windows } from '#ui/windowing/windows.ts'

export interface FolderView {
  deviceId: string
  path: string
  sort: string
  search: string
  hidden: boolean
}

type FolderFacts = Omit<DeviceFileList, 'entries' | 'listing'>

interface Listed {
  windows: Windows<DeviceFile>
  facts: () => FolderFacts | null
  refresh: () => void
  rest: () => void
}

export const keyOf = ({ path }: DeviceFile): string => path

function listOf({ deviceId, path, sort, search, hidden }: FolderView): Listed {
  let listing: string | undefined
  let facts: FolderFacts | null = null
  const windows = createWindows<DeviceFile>({
    keyOf,
    async load(offset, limit, signal) {
      const query = {
        path,
        offset,
        limit,
        sort: sort as DeviceFileSort,
        search,
        hidden: hidden ? 'true' : 'false',
        listing,
      }
      const {
        entries,
        listing: read,
        ...rest
      } = await call(deviceFileEndpoints.listDeviceFiles, { params: { deviceId }, query }, { signal })
      listing = read
      facts = rest
      return { items: entries, total: rest.total }
    },
  })
  return {
    windows,
    facts: () => facts,
    refresh() {
      // A refresh discards the earlier listing.
      listing = undefined
      windows.refresh()
    },
    rest: windows.rest,
  }
}

const listed = createRemembered<Listed>()

export function useDeviceFiles(view: FolderView) {
  const scope = JSON.stringify(view)
  // eslint-disable-next-line react/exhaustive-deps -- the scope says all that is asked for
  const list = useMemo(() => listed(`device ${scope}`, () => listOf(view)), [scope])
  const state = useSyncExternalStore(list.windows.subscribe, list.windows.state)
  useUpkeep(list, (event) => event.type === 'device-files-changed' && event.deviceId === view.deviceId)
  // eslint-disable-next-line react/exhaustive-deps -- each state is another row of things
  const indexed = useMemo(() => list.windows.list(), [list, state])
  return {
    scope,
    files: indexed,
    facts: list.facts(),
    loading: state.total === undefined && state.problem === null,
    problem: state.problem,
    refresh: list.refresh,
  }
}

export type DeviceFolder = ReturnType<typeof useDeviceFiles>
