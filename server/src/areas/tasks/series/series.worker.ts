import type { TaskHeadline } from '@vermilion/contract/tasks/headline'
import type { SeriesAxis, SeriesPoints, TaskSeries } from '@vermilion/contract/tasks/metrics'
import { takeCalls } from '#platform/processes/take-calls'
import { reduce } from './reduce.ts'
import { dropIndex } from './series-index.ts'
import { openTaskSeries } from './task-series.ts'
import type { SeriesLocation, TaskSeriesCache } from './task-series.ts'

interface ReadQuestion {
  axis: SeriesAxis
  from: number | undefined
  to: number | undefined
  points: number
}

export type SeriesQuestion =
  | { kind: 'list'; location: SeriesLocation; milliseconds: number }
  | ({ kind: 'read'; location: SeriesLocation; names: string[] } & ReadQuestion)
  | { kind: 'logged'; location: SeriesLocation; path: string; milliseconds: number }
  | { kind: 'history'; location: SeriesLocation; path: string; name: string; from: number; most: number }
  | { kind: 'headline'; location: SeriesLocation; milliseconds: number }
  | { kind: 'forget'; folder: string }

export interface SeriesAnswers {
  list: TaskSeries & { hasGrown: boolean }
  logged: { last: { name: string; step: number; time: number; value: number }[] } & Pick<
    TaskSeries,
    'parameters' | 'tags'
  >
  read: Omit<SeriesPoints, 'taskId'>[]
  headline: TaskHeadline | null
  history: { points: [step: number, time: number, value: number][]; next: number | null }
  forget: null
}

const maxOpen = 100
const firstReadMs = 1_000
const open = new Map<string, TaskSeriesCache>()

function cacheOf(location: SeriesLocation): TaskSeriesCache {
  const existing = open.get(location.folder)
  open.delete(location.folder)
  const cache = existing ?? openTaskSeries(location)
  open.set(location.folder, cache)
  const oldest = open.keys().next().value
  if (open.size > maxOpen && oldest !== undefined) open.delete(oldest)
  return cache
}

const responses: { [Kind in keyof SeriesAnswers]: (question: SeriesQuestion & { kind: Kind }) => SeriesAnswers[Kind] } =
  {
    list({ location, milliseconds }) {
      const cache = cacheOf(location)
      const unread = cache.readOn(milliseconds)
      return { ...cache.info(), unread, hasGrown: cache.tellGrowth() }
    },
    logged({ location, path, milliseconds }) {
      const cache = cacheOf(location)
      cache.readOn(milliseconds, path)
      const { parameters, tags } = cache.info()
      return { last: cache.latestOf(path), parameters, tags }
    },
    read({ location, names, ...pointsRequest }) {
      const cache = cacheOf(location)
      // Files that were brought from a bucket have no index yet.
      if (cache.info().series.length === 0) cache.readOn(firstReadMs)
      const begin = pointsRequest.axis === 'relative' ? cache.begin() : 0
      return names.flatMap((name) => readOne(cache, name, begin, pointsRequest) ?? [])
    },
    history({ location, path, name, from, most }) {
      const opened = cacheOf(location).findOwn(path, name)
      if (opened === undefined) return { points: [], next: null }
      const to = Math.min(opened.series.points, from + most)
      const numbers = opened.file.points(Math.min(from, to), to)
      const points = Array.from({ length: numbers.length / 3 }, (_, at): [number, number, number] => [
        numbers[at * 3] ?? 0,
        numbers[at * 3 + 1] ?? 0,
        numbers[at * 3 + 2] ?? 0,
      ])
      return { points, next: to < opened.series.points ? to : null }
    },
    headline({ location, milliseconds }) {
      const cache = cacheOf(location)
      cache.readOn(milliseconds)
      return cache.headline()
    },
    forget({ folder }) {
      open.delete(folder)
      return null
    },
  }

function readOne(cache: TaskSeriesCache, name: string, begin: number, { axis, from, to, points }: ReadQuestion) {
  const opened = cache.find(name)
  if (opened === undefined) return undefined
  const { series, file } = opened
  const inFile = (value: number | undefined) =>
    value === undefined || axis !== 'relative' ? value : value * 1_000 + begin
  const span = { axis: axis === 'step' ? axis : 'time', from: inFile(from), to: inFile(to), points } as const
  const { x, y, isComplete } = reduce(file, axis === 'step' ? series.stepsRise : series.timesRise, span)
  return {
    name,
    x: Array.from(x, (value) => (axis === 'relative' ? (value - begin) / 1_000 : value)),
    y: [...y],
    whole: isComplete,
  }
}

takeCalls((question: SeriesQuestion) => {
  try {
    return responses[question.kind](question as never)
  } catch (error) {
    // An inconsistent index is dropped and rebuilt next time.
    if ('location' in question) {
      open.delete(question.location.folder)
      dropIndex(question.location.folder)
    }
    throw error
  }
})
