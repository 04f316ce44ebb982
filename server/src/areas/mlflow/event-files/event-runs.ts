import { createWriteStream } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { fail } from '@vermilion/contract/kernel/errors'
import { fileFilter, type SpaceFile } from '@vermilion/contract/files'
import { maxEventRuns } from '@vermilion/contract/tasks/external/external-runs'
import type { Files } from '#areas/files'
import type { Spaces } from '#areas/spaces'
import { orderId, type Tasks } from '#areas/tasks'
import { newId } from '#platform/ids'
import { createKeyedMutex } from '#platform/mutex'
import type { Platform } from '#platform/platform'

/** Files of all runs that are opened together. */
const maxEventFiles = 10_000

export interface EventRunsNeeds extends Pick<Platform, 'clock'> {
  readonly files: Pick<Files, 'batches' | 'content' | 'folder'>
  readonly spaces: Pick<Spaces, 'get'>
  readonly tasks: Pick<Tasks, 'external' | 'files' | 'series'>
}

/** Each folder with event files is a run, as in TensorBoard. Their content is copied, so the space may change. */
export function createEventRuns({ clock, files, spaces, tasks }: EventRunsNeeds) {
  const { external, series } = tasks
  const inTurn = createKeyedMutex()

  async function findRuns(spaceId: string, folder: string): Promise<Map<string, SpaceFile[]>> {
    if (folder !== '') await files.folder(spaceId, folder)
    const runs = new Map<string, SpaceFile[]>()
    let total = 0
    const filter = { ...fileFilter.parse({ search: 'events.out.tfevents.*', recursive: true }), folder }
    for await (const batch of files.batches(spaceId, filter))
      for (const file of batch) {
        const path = dirname(file.path)
        const events = runs.get(path)
        if (events === undefined) runs.set(path, [file])
        else events.push(file)
        total += 1
        if (runs.size > maxEventRuns || total > maxEventFiles)
          throw fail('space.many-event-files', { most: maxEventRuns })
      }
    if (runs.size === 0) throw fail('space.no-event-files')
    return runs
  }

  async function copy(taskId: string, output: string, { id, name }: SpaceFile): Promise<void> {
    const { open } = await files.content(id, true)
    const draft = join(output, `.${newId()}`)
    try {
      await pipeline(await open(), createWriteStream(draft))
      await rename(draft, join(output, name))
    } catch (error) {
      await rm(draft, { force: true })
      throw error
    }
    await tasks.files.keep(taskId, join('output', name))
  }

  async function openRun(
    id: string,
    about: { readonly name: string; readonly place: string; readonly account: string },
    events: readonly SpaceFile[],
  ) {
    const existing = await external.find(id)
    if (existing === undefined) {
      const startedAt = events.map(({ createdAt }) => createdAt).toSorted()[0] ?? clock.time()
      const { name, account: creator, place: host } = about
      const run = { id, name, creator, host, userName: '', client: 'TensorBoard', startedAt }
      await external.create({ ...run, experimentId: '0', parentId: null }, async () => undefined)
    }
    const { output } = await tasks.files.at(id)
    await mkdir(output, { recursive: true })
    for (const event of events) await copy(id, output, event)
    await series.list(id)
    // Event files do not say how a run ended: it is over as far as they tell. One that was cut off in the middle is still running.
    const endedAt = events
      .map(({ updatedAt }) => updatedAt)
      .toSorted()
      .at(-1)
    if (existing === undefined || existing.task.status === 'running')
      await external.note(id, { status: 'success', endedAt })
  }

  return async (spaceId: string, folder: string, account: string): Promise<string[]> => {
    const space = await spaces.get(spaceId)
    const runs = await findRuns(spaceId, folder)
    const ids: string[] = []
    for (const [path, events] of runs) {
      const id = orderId({ id: spaceId }, { id: path })
      const name = path === '.' ? space.name : basename(path)
      await inTurn(id, () => openRun(id, { name, place: `${space.name}/${path}`, account }, events))
      ids.push(id)
    }
    return ids
  }
}
