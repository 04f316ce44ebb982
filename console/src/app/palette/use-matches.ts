import { datasetEndpoints } from '@vermilion/contract/datasets'
import { modelEndpoints } from '@vermilion/contract/models'
import { spaceEndpoints } from '@vermilion/contract/spaces'
import { taskEndpoints } from '@vermilion/contract/tasks'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useText } from '#lib/i18n.ts'
import { read } from '#lib/query.ts'
import { useDisabledAreas } from '../disabled-areas.tsx'
import { navigation } from '../navigation.tsx'
import { text as appText } from '../text.ts'
import type { Entry, EntryGroup } from './entry.ts'
import { text } from './text.ts'

/** Milliseconds without typing after which the server is asked. */
const pause = 160
const most = 5

interface Answer {
  items: readonly { id: string; name: string }[]
  total: number
}

export interface Found {
  groups: EntryGroup[]
  searching: boolean
  problem: unknown
  retry: () => void
}

/** What the server has under a name. A question that was overtaken by the next is cancelled. */
export function useFound(typed: string): Found {
  const t = useText(text)
  const names = useText(appText)
  const disabled = useDisabledAreas()
  const asked = useSettled(typed)
  const enabled = asked !== ''
  const given = { query: { search: asked, limit: most } }
  const spaces = useQuery({ ...read(spaceEndpoints.listSpaces, given), enabled })
  const datasets = useQuery({ ...read(datasetEndpoints.listDatasets, given), enabled })
  const tasks = useQuery({ ...read(taskEndpoints.listTasks, given), enabled })
  const models = useQuery({ ...read(modelEndpoints.listModels, given), enabled })
  const answers = [spaces, datasets, tasks, models]

  const group = (
    key: 'space' | 'dataset' | 'task' | 'model',
    answer: Answer | undefined,
    list: string,
    one: string,
  ) => {
    const icon = navigation.find((item) => item.key === key)?.icon
    const entries = (answer?.items ?? []).map(({ id, name }): Entry => ({
      key: `${key} ${id}`,
      words: name,
      href: one + encodeURIComponent(id),
      ...(icon === undefined ? {} : { icon }),
    }))
    const total = answer?.total ?? 0
    const all: Entry[] =
      total > most
        ? [
            {
              key: `${key} all`,
              words: t('all', { count: total }),
              href: `${list}?search=${encodeURIComponent(JSON.stringify(asked).slice(1, -1))}`,
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
          group('model', models.data, '/model/list', '/model/list?model='),
        ].filter(({ key }) => !disabled.includes(key))
      : [],
    searching: typed !== asked || answers.some(({ isFetching }) => isFetching),
    problem: answers.find(({ error }) => error !== null)?.error ?? null,
    retry() {
      for (const answer of answers) if (answer.isError) void answer.refetch()
    },
  }
}

/** What was typed, once typing pauses. */
function useSettled(typed: string): string {
  const [settled, setSettled] = useState(typed)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(typed), pause)
    return () => clearTimeout(timer)
  }, [typed])
  return typed === '' ? '' : settled
}
