import { fail } from '@vermilion/contract/kernel/errors'
import type { TrainingImage } from '@vermilion/contract/tasks'
import type { imageCreate, imageUpdate } from '@vermilion/contract/tasks/training-images'
import type { z } from 'zod'
import { readJson, writeJson } from '#platform/database/columns'
import { newId } from '#platform/ids'
import type { Platform } from '#platform/platform'
import { describeImage, otherPool } from '../images/images.ts'
import type { ImageCatalogue, ImageDefinition } from '../images/images.ts'
import type { Pools } from '../pools/pools.ts'
import type { TaskStore } from '../store.ts'
import { registerChecks } from './check.job.ts'
import { definitionOf } from './definition.ts'
import { createImageStore } from './store.ts'
import type { ImageFields, ImageRow } from './store.ts'

interface Needs extends Pick<Platform, 'database' | 'clock' | 'events' | 'lifecycle' | 'jobs'> {
  pools: Pools
  store: Pick<TaskStore, 'isUsed'>
  images: ImageCatalogue
  tasksFolder: string
}

export type OwnImages = ReturnType<typeof createOwnImages>

/** Images that users added to the catalogue. `images` always contains them, after the built-in ones. */
export function createOwnImages(needs: Needs) {
  const { database, clock, events, lifecycle, jobs, pools, store: tasks, tasksFolder } = needs
  const store = createImageStore(database)
  const images: Record<string, ImageDefinition> = { ...needs.images }

  async function require(id: string): Promise<ImageRow> {
    const row = await store.find(id)
    if (row === undefined) throw fail('image.not-found', { image: id })
    return row
  }

  async function load(): Promise<void> {
    const rows = await store.all()
    for (const [name, { own }] of Object.entries(images)) if (own !== undefined) delete images[name]
    for (const row of rows) images[row.name] ??= definitionOf(row)
  }

  async function changed(imageId: string): Promise<void> {
    events.publish({ type: 'image-changed', imageId })
    const row = await store.find(imageId)
    database.afterCommit(() => {
      for (const [name, { own }] of Object.entries(images)) if (own?.id === imageId) delete images[name]
      if (row !== undefined) images[row.name] = definitionOf(row)
      checks.keepOnly(imageId, row)
    })
  }

  const checks = registerChecks({ database, jobs, clock, pools, store, tasksFolder, changed })
  const present = (row: ImageRow): TrainingImage => describeImage(row.name, definitionOf(row))
  lifecycle.onStart(load)

  return {
    images: images as ImageCatalogue,

    async create({ name, ...fields }: z.output<typeof imageCreate>): Promise<TrainingImage> {
      if (Object.hasOwn(images, name)) throw fail('image.name-taken', { name })
      const row: ImageRow = { id: newId(), name, fields: writeJson(fields), check: null, createdAt: clock.time() }
      await store.add(row)
      await changed(row.id)
      return present(row)
    },

    async update(id: string, change: z.output<typeof imageUpdate>): Promise<TrainingImage> {
      const row = await require(id)
      const previous = readJson(row.fields)
      const input = Object.entries(change).filter(([, value]) => value !== undefined)
      const fields = { ...previous, ...(Object.fromEntries(input) as Partial<ImageFields>) }
      const isSame = fields.address === previous.address && fields.command.join('\0') === previous.command.join('\0')
      // A running task combines its original address with the current command.
      if (!isSame && (await tasks.isUsed('image', row.name))) throw fail('image.in-use', { image: row.name })
      await store.change(id, { fields: writeJson(fields), ...(isSame ? {} : { check: null }) })
      await changed(id)
      return present(await require(id))
    },

    async remove(id: string): Promise<void> {
      const { name } = await require(id)
      if (await tasks.isUsed('image', name)) throw fail('image.in-use', { image: name })
      await store.remove(id)
      await changed(id)
    },

    async check(id: string, poolId: string): Promise<TrainingImage> {
      const { name, fields } = await require(id)
      const pool = await pools.require(poolId)
      const { capabilities } = await pools.executorOf(poolId)
      if (!capabilities.images) {
        throw fail('image.other-pool', { image: name, pool: pool.name, reason: otherPool(readJson(fields)) })
      }
      await checks.start(id, pool)
      return present(await require(id))
    },
  }
}
