import { createWriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { fail } from '@vermilion/contract/kernel/errors'
import { fileFilter, type SpaceFile } from '@vermilion/contract/files'
import { maxEventRuns } from '@vermilion/contract/tasks/external/external-runs'
import type { Files } from '#areas/files'
import type { Spaces } from '#areas/spaces'
import { orderId, type Tasks } from '#areas/tasks'
import type { Platform } from '#platform/platform'

export interface EventRunsNeeds extends Pick<Platform, 'clock'> {
  readonly files: Pick<Files, 'batches' | 'content' | 'folder'>
  readonly spaces: Pick<Spaces, 'get'>
  readonly tasks: Pick<Tasks, 'external' | 'files' | 'series'>
}

/** Each folder with event files is a run, as in TensorBoard. Their content is copied, so the space may change. */
export function createEventRuns({ clock, files, spaces, tasks }: EventRunsNeeds) {
  const { external, series } = tasks

  async function findRuns(spaceId: string, folder: string): Promise<Map<string, SpaceFile[]>> {
    if (folder !== '') await files.folder(spaceId, folder)
    const runs = new Map<string, SpaceFile[]>()
    const filter = { ...fileFilter.parse({ search: 'events.out.tfevents.*', recursive: true }), folder }
    for await (const batch of files.batches(spaceId, filter))
      for (const file of batch) {
        const path = dirname(file.path)
        runs.set(path, [...(runs.get(path) ?? []), file])
        if (runs.size > maxEventRuns) throw fail('space.many-event-files', { most: maxEventRuns })
      }
    if (runs.size === 0) throw fail('space.no-event-files')
    return runs
  }

  async function copy(output: string, { id, name }: SpaceFile): Promise<void> {
    const { open } = await files.content(id, true)
    await pipeline(await open(), createWriteStream(join(output, name)))
  }

  return async (spaceId: string, folder: string, account: string): Promise<string[]> => {
    const space = await spaces.get(spaceId)
    const runs = await findRuns(spaceId, folder)
    const ids: string[] = []
    for (const [path, events] of runs) {
      const id = orderId({ id: spaceId }, { id: path })
      const isNew = (await external.find(id)) === undefined
      if (isNew) {
        const name = path === '.' ? space.name : basename(path)
        const startedAt = events.map(({ createdAt }) => createdAt).toSorted()[0] ?? clock.time()
        const about = { id, name, creator: account, host: `${space.name}/${path}`, userName: '', client: 'TensorBoard' }
        await external.create({ ...about, startedAt, experimentId: '0', parentId: null }, async () => undefined)
      }
      const { output } = await tasks.files.at(id)
      await mkdir(output, { recursive: true })
      for (const event of events) await copy(output, event)
      await series.list(id)
      // Event files do not say how a run ended: it is over as far as they tell.
      if (isNew)
        await external.note(id, {
          status: 'success',
          endedAt: events
            .map(({ updatedAt }) => updatedAt)
            .toSorted()
            .at(-1),
        })
      ids.push(id)
    }
    return ids
  }
}
