import { join } from 'node:path'
import type { metricEndpoints, SeriesPoints, TaskSeries } from '@vermilion/contract/metrics'
import type { Received } from '@vermilion/contract/kernel/endpoint'
import type { Events } from '#platform/events/events'
import type { Lifecycle } from '#platform/lifecycle'
import type { Log } from '#platform/log'
import { createMutex } from '#platform/mutex'
import { taskDeleted } from '../removal.job.ts'
import type { TaskRow } from '../task-row.ts'
import { journals } from './find-sources.ts'
import { createJournalWriter } from './journal-writer.ts'
import type { JournalLine } from './readers/journal.ts'
import { createSeriesThread } from './series-thread.ts'
import type { TaskPlace } from './task-series.ts'

/** Milliseconds between two looks at what running tasks wrote. */
const lookInterval = 2_000
/** Milliseconds that one look reads for, and that somebody who asks waits for what is new. */
const lookTime = 100

export interface SeriesNeeds {
  lifecycle: Lifecycle
  events: Events
  log: Log
  /** Fails as `task.not-found`. */
  row(taskId: string): Promise<TaskRow>
  running(): Promise<TaskRow[]>
  folders(taskId: string): { folder: string; output: string }
}

export type ReadQuery = Received<typeof metricEndpoints.readSeries>['query']

export interface SeriesService {
  /** The metrics of a task. Fails as `task.not-found`. */
  list(taskId: string): Promise<TaskSeries>
  /** Points for a chart. Fails as `task.not-found`. */
  read(query: ReadQuery): Promise<SeriesPoints[]>
  /** Points as they were logged, from a position on. */
  history(taskId: string, name: string, part: { from: number; most: number }): Promise<History>
  /** Writes down what was sent or measured of a task. */
  record(taskId: string, kind: keyof typeof journals, line: JournalLine): Promise<void>
}
interface History {
  points: [step: number, time: number, value: number][]
  next: number | null
}

export function createSeries({ lifecycle, events, log, row, running, folders }: SeriesNeeds): SeriesService {
  const thread = createSeriesThread()
  const writer = createJournalWriter()
  const told = new Map<string, number>()
  const turn = createMutex()
  let timer: NodeJS.Timeout | undefined

  const folderOf = (taskId: string) => join(folders(taskId).folder, 'series')
  const placeOf = ({ id, startedAt, createdAt }: TaskRow): TaskPlace => ({
    output: folders(id).output,
    folder: folderOf(id),
    startedAt: Date.parse(startedAt ?? createdAt),
  })

  async function look(task: TaskRow): Promise<TaskSeries> {
    const found = await thread.ask({ kind: 'list', place: placeOf(task), milliseconds: lookTime })
    const points = found.series.reduce((sum, one) => sum + one.points + one.notFinite, 0)
    if (points !== (told.get(task.id) ?? 0)) {
      told.set(task.id, points)
      events.publish({ type: 'task-series', taskId: task.id, points })
    }
    return found
  }

  /** Reads on in what running tasks write, so that it stands ready when somebody looks. */
  async function lookAtAll(): Promise<void> {
    const release = await turn()
    try {
      const tasks = await running()
      for (const task of tasks) await look(task)
      const left = new Set(tasks.map(({ id }) => id))
      for (const id of told.keys()) if (!left.has(id)) told.delete(id)
    } catch (error) {
      log.warn({ err: error }, 'the metrics of running tasks could not be read')
    } finally {
      release()
    }
  }

  lifecycle.onStart(() => {
    timer = setInterval(() => void lookAtAll(), lookInterval)
    timer.unref()
  })
  lifecycle.onStop(async () => {
    clearInterval(timer)
    const release = await turn()
    await thread.close()
    release()
  })
  events.listen(taskDeleted, async ({ taskId }) => {
    const folder = folderOf(taskId)
    told.delete(taskId)
    for (const name of Object.values(journals)) writer.forget(join(folder, name))
    void thread.ask({ kind: 'forget', folder }).catch(() => undefined)
  })

  return {
    list: async (taskId) => look(await row(taskId)),
    async read({ tasks, names, ...asked }) {
      const all = tasks.map(async (taskId) => {
        const place = placeOf(await row(taskId))
        const { axis, from, to, points } = asked
        const series = await thread.ask({ kind: 'read', place, names, axis, from, to, points })
        return series.map((one) => ({ taskId, ...one }))
      })
      return (await Promise.all(all)).flat()
    },
    async history(taskId, name, part) {
      const place = placeOf(await row(taskId))
      return thread.ask({ kind: 'history', place, name, ...part })
    },
    record: (taskId, kind, line) => writer.write(join(folderOf(taskId), journals[kind]), line),
  }
}
