import { datasetEndpoints } from '@vermilion/contract/datasets'
import { deviceEndpoints } from '@vermilion/contract/devices'
import { modelEndpoints } from '@vermilion/contract/models'
import { spaceEndpoints } from '@vermilion/contract/spaces'
import { taskEndpoints } from '@vermilion/contract/tasks'
import { useQuery } from '@tanstack/react-query'
import { useText } from '#lib/i18n.ts'
import { read } from '#lib/query.ts'
import { useSettled } from '#lib/use-settled.ts'
import { useDisabledAreas } from '../disabled-areas.tsx'
import { navigation } from '../navigation.tsx'
import { text as appText } from '../text.ts'
import type { Entry, EntryGroup } from './entry.ts'
import { text } from './text.ts'

/** The pause in typing before the server is asked, in milliseconds. */
const pause = 160
const maxMatches = 5

interface SearchResponse {
  items: readonly { id: string; name: string }[]
  total: number
}

export interface PaletteMatches {
  groups: EntryGroup[]
  searching: boolean
  problem: unknown
  retry: () => void
}

export function useFound(query: string): PaletteMatches {
  const t = useText(text)
  const names = useText(appText)
  const disabled = useDisabledAreas()
  const settledQuery = useSettled(query, pause)
  const enabled = settledQuery !== ''
  const input = { query: { search: settledQuery, limit: maxMatches } }
  const spaces = useQuery({ ...read(spaceEndpoints.listSpaces, input), enabled })
  const datasets = useQuery({ ...read(datasetEndpoints.listDatasets, input), enabled })
  const tasks = useQuery({ ...read(taskEndpoints.listTasks, input), enabled })
  const models = useQuery({ ...read(modelEndpoints.listModels, input), enabled })
  const devices = useQuery({ ...read(deviceEndpoints.listDevices, input), enabled })
  const responses = [spaces, datasets, tasks, models, devices]

  const group = (
    key: 'space' | 'dataset' | 'task' | 'model' | 'board',
    response: SearchResponse | undefined,
    list: string,
    one: string,
  ) => {
    const icon = navigation.find((item) => item.key === key)?.icon
    const entries = (response?.items ?? []).map(({ id, name }): Entry => ({
      key: `${key} ${id}`,
      text: name,
      href: one + encodeURIComponent(id),
      ...(icon === undefined ? {} : { icon }),
    }))
    const total = response?.total ?? 0
    const all: Entry[] =
      total > maxMatches
        ? [
            {
              key: `${key} all`,
              text: t('all', { count: total }),
              href: `${list}?search=${encodeURIComponent(JSON.stringify(settledQuery).slice(1, -1))}`,
            },
          ]
        : []
    return { key, title: names(key), entries: [...entries, ...all] }
  }

  return {
    groups: enabled
      ? [
          group('space', spaces.data, '/space/list', '/space/list/file/'),
          group('dataset', datasets.data, '/data-set/list', '/data-set/list/file/'),
          group('task', tasks.data, '/compute/tasks', '/compute/taskdetail/'),
          group('model', models.data, '/model/list', '/model/list/model/'),
          group('board', devices.data, '/board/list', '/board/list/device/'),
        ].filter(({ key }) => !disabled.includes(key))
      : [],
    searching: query !== settledQuery || responses.some(({ isFetching }) => isFetching),
    problem: responses.find(({ error }) => error !== null)?.error ?? null,
    retry() {
      for (const response of responses) if (response.isError) void response.refetch()
    },
  }
}
