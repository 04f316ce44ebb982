import { join } from 'node:path'
import type { TaskHeadline } from '@vermilion/contract/tasks/headline'
import type { metricEndpoints, TaskSeries } from '@vermilion/contract/tasks/metrics'
import type { Received } from '@vermilion/contract/kernel/endpoint'
import type { Platform } from '#platform/platform'
import { readReport } from '../results/output.ts'
import type { TaskFiles } from '../stored/task-files.ts'
import { taskDeleted } from '../removal/removal.job.ts'
import type { TaskRow } from '../rows/task-row.ts'
import { withReportedValue } from './headline.ts'
import { journals } from './find-sources.ts'
import { createJournalWriter } from './journal-writer.ts'
import { productTags } from './readers/journal.ts'
import type { JournalLine } from './readers/journal.ts'
import { createSeriesThread } from './series-thread.ts'
import type { SeriesLocation } from './task-series.ts'

const readIntervalMs = 2_000
/** Milliseconds per read, which also bounds the wait of a request. */
const readTimeMs = 100
const finalReadTimeMs = 1_000

const maxPoints = 500_000

interface SeriesNeeds extends Pick<Platform, 'lifecycle' | 'events' | 'log'> {
  row(taskId: string): Promise<TaskRow>
  running(): Promise<TaskRow[]>
  byIds(taskIds: readonly string[]): Promise<TaskRow[]>
  folders(taskId: string): { folder: string }
  files: Pick<TaskFiles, 'at' | 'keepJournal'>
  noteHeadline(taskId: string, headline: TaskHeadline): Promise<void>
}

export type SeriesService = ReturnType<typeof createSeries>

// oxlint-disable-next-line max-lines-per-function -- a maker, whose functions share the state that it holds
export function createSeries(needs: SeriesNeeds) {
  const { lifecycle, events, log, row, running, byIds, folders, files, noteHeadline } = needs
  const thread = createSeriesThread()
  const writer = createJournalWriter()
  /** Tasks whose headline was looked for: without more points there is no other. */
  const examined = new Set<string>()
  /** Tasks that wrote to their journal since all were read: of those that run elsewhere no others have news. */
  const written = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  let reading = false
  let stopped = false

  const folderOf = (taskId: string) => join(folders(taskId).folder, 'series')
  const locationOf = async ({ id, startedAt, createdAt }: TaskRow): Promise<SeriesLocation> => ({
    output: (await files.at(id)).output,
    folder: folderOf(id),
    startedAt: Date.parse(startedAt ?? createdAt),
  })

  async function readTask(task: TaskRow): Promise<TaskSeries> {
    const { hasGrown, ...opened } = await thread.ask({
      kind: 'list',
      location: await locationOf(task),
      milliseconds: readTimeMs,
    })
    const points = opened.series.reduce((sum, one) => sum + one.points + one.notFinite, 0)
    if (hasGrown) events.publish({ type: 'task-series', taskId: task.id, points })
    if (hasGrown || (task.headline === null && !examined.has(task.id))) {
      examined.add(task.id)
      renewHeadline(task).catch((error: unknown) => {
        if (!stopped) log.warn({ err: error }, 'the headline of a task could not be kept')
      })
    }
    const tags = Object.entries(opened.tags).filter(([name]) => !name.startsWith(productTags))
    return { ...opened, tags: Object.fromEntries(tags) }
  }

  /** Stored in the task's row, so that lists need no series. */
  async function renewHeadline({ id, headline }: TaskRow): Promise<void> {
    const now = await headlineOf(await row(id), readTimeMs)
    if (now === null || JSON.stringify(now) === headline) return
    await noteHeadline(id, now)
    events.publish({ type: 'task-changed', taskId: id })
  }

  async function headlineOf(task: TaskRow, milliseconds: number): Promise<TaskHeadline | null> {
    const headline = await thread.ask({ kind: 'headline', location: await locationOf(task), milliseconds })
    return headline === null ? null : withReportedValue(headline, await readReport((await files.at(task.id)).output))
  }

  async function readAll(): Promise<void> {
    if (reading) return
    reading = true
    const warn = (error: unknown) =>
      stopped || log.warn({ err: error }, 'the metrics of running tasks could not be read')
    try {
      const recorded = [...written]
      written.clear()
      const elsewhere = recorded.length === 0 ? [] : (await byIds(recorded)).filter(({ kind }) => kind === 'external')
      for (const task of [...(await running()), ...elsewhere]) if (!stopped) await readTask(task).catch(warn)
    } catch (error) {
      warn(error)
    } finally {
      reading = false
    }
  }

  lifecycle.onStart(() => {
    timer = setInterval(() => void readAll(), readIntervalMs)
    timer.unref()
  })
  lifecycle.onStop(async () => {
    clearInterval(timer)
    stopped = true
    await thread.close()
  })
  events.listen(taskDeleted, async ({ taskId }) => {
    const folder = folderOf(taskId)
    examined.delete(taskId)
    for (const name of Object.values(journals)) writer.forget(join(folder, name))
    void thread.ask({ kind: 'forget', folder }).catch(() => undefined)
  })

  return {
    list: async (taskId: string) => readTask(await row(taskId)),
    headline: async (taskId: string) => headlineOf(await row(taskId), finalReadTimeMs),
    async read({ tasks, names, ...pointsRequest }: Received<typeof metricEndpoints.readSeries>['query']) {
      const points = Math.min(pointsRequest.points, Math.max(2, Math.floor(maxPoints / (tasks.length * names.length))))
      const all = tasks.map(async (taskId) => {
        const location = await locationOf(await row(taskId))
        const { axis, from, to } = pointsRequest
        const series = await thread.ask({ kind: 'read', location, names, axis, from, to, points })
        return series.map((one) => ({ taskId, ...one }))
      })
      return (await Promise.all(all)).flat()
    },
    async logged(taskId: string) {
      const location = await locationOf(await row(taskId))
      return thread.ask({ kind: 'logged', location, path: journals.mlflow, milliseconds: readTimeMs })
    },
    async history(taskId: string, name: string, part: { from: number; most: number }) {
      const location = await locationOf(await row(taskId))
      return thread.ask({ kind: 'history', location, path: journals.mlflow, name, ...part })
    },
    async record(taskId: string, kind: keyof typeof journals, line: JournalLine): Promise<void> {
      const { position, lines } = await writer.write(join(folderOf(taskId), journals[kind]), line)
      written.add(taskId)
      // Programs are told that theirs is there.
      if (kind === 'mlflow') await files.keepJournal(taskId, position, lines)
    },
  }
}
