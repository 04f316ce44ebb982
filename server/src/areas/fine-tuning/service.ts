import type { Account } from '@vermilion/contract/accounts'
import type { FineTuning, fineTuningEndpoints } from '@vermilion/contract/fine-tunings/endpoints'
import type { InspectedData } from '@vermilion/contract/fine-tunings/data-check'
import {
  fineTuningVariables,
  maxPictures,
  repositoryBase,
  starterMaterials,
  usualBase,
} from '@vermilion/contract/fine-tunings/starter'
import type { Received } from '@vermilion/contract/kernel/endpoint'
import { fail } from '@vermilion/contract/kernel/errors'
import { isStored } from '@vermilion/contract/models'
import type { Page } from '@vermilion/contract/kernel/page'
import type { Language } from '@vermilion/contract/kernel/text'
import type { Task, TaskStatus } from '@vermilion/contract/tasks'
import type { Datasets } from '#areas/datasets'
import type { Files } from '#areas/files'
import type { Models } from '#areas/models'
import type { Spaces } from '#areas/spaces'
import type { Tasks } from '#areas/tasks'
import type { BlobStore } from '#platform/blobs/blob-store'
import { type BaseFile, createPictureSource, type FineTuningReference } from './data/data-source.ts'
import { inspectPictures } from './data/inspect-pictures.ts'
import { createListPictures } from './data/list-pictures.ts'

type Order = Received<typeof fineTuningEndpoints.createFineTuning>['body']
type Query = Received<typeof fineTuningEndpoints.listFineTunings>['query']
type CheckOrder = Received<typeof fineTuningEndpoints.checkFineTuning>['body']

interface Needs {
  spaces: Spaces
  files: Files
  tasks: Tasks
  datasets: Datasets
  models: Models
  blobs: Pick<BlobStore, 'placeFile'>
}

const kind = 'fine-tuning'
const sourceName = 'fine-tuning'
const underWay: readonly TaskStatus[] = ['queuing', 'running']
const maxActive = 500
const maxVersions = 200

const loraNameOf = ({ environment }: Task) => environment[fineTuningVariables.loraName] ?? ''

export type FineTuningService = ReturnType<typeof createFineTuningService>

/** A fine-tuning's status belongs to its task, the LoRA to models. */
export function createFineTuningService(needs: Needs) {
  const { tasks, datasets, models } = needs
  tasks.dataSources.register(sourceName, createPictureSource(needs))
  const listPicturesOf = createListPictures(needs)

  async function presentAll(all: readonly Task[]): Promise<FineTuning[]> {
    const pictures = await listPicturesOf(all.map(({ id }) => id))
    return all.map((task) => ({
      ...task,
      loraName: loraNameOf(task),
      triggerWords: task.environment[fineTuningVariables.triggerWords] ?? '',
      base: task.environment[fineTuningVariables.base] ?? '',
      ...(pictures.get(task.id) ?? { samples: [], covers: [] }),
    }))
  }
  const present = async (task: Task) => (await presentAll([task]))[0]!

  async function isNameTaken(name: string): Promise<boolean> {
    if ((await models.lora(name)) !== undefined) return true
    for (const status of underWay) {
      const { items } = await tasks.page({ kind, status, limit: maxActive }, 'en-US')
      if (items.some((task) => loraNameOf(task) === name)) return true
    }
    return false
  }

  async function requireFree(name: string): Promise<void> {
    if (await isNameTaken(name)) throw fail('fine-tuning.name-taken', { name })
  }

  function requireEngine(image: string, base: string): void {
    const definition = tasks.images[image]
    if (definition === undefined) throw fail('image.not-found', { image })
    if (definition.taskKind !== kind && definition.own === undefined) throw fail('fine-tuning.image-unfit', { image })
    if (image === starterMaterials && base !== usualBase) throw fail('fine-tuning.base-unfit', { known: usualBase })
  }

  /** Null for other bases. Fails as `fine-tuning.base-missing`. */
  async function baseFile(base: string): Promise<BaseFile | null> {
    if (!base.startsWith(repositoryBase)) return null
    const name = base.slice(repositoryBase.length).trim()
    const { items } = await models.page({ type: 'stored-model', name, limit: maxVersions })
    const checkpoint = items.find((one) => isStored(one) && one.format === 'safetensors')
    if (checkpoint === undefined) throw fail('fine-tuning.base-missing', { name })
    // Only safe characters: a name may contain anything, also path separators.
    return { checksum: checkpoint.checksum, path: `base/_${name.replaceAll(/[^A-Za-z0-9_-]/g, '-')}.safetensors` }
  }

  return {
    async list(query: Query, language: Language): Promise<Page<FineTuning>> {
      const page = await tasks.page({ ...query, kind }, language)
      return { ...page, items: await presentAll(page.items) }
    },

    async check({ source, loraName }: CheckOrder): Promise<InspectedData> {
      const isTaken = loraName !== undefined && (await isNameTaken(loraName))
      return { ...(await inspectPictures(needs, source)), isNameTaken: isTaken }
    },

    /** `id` is the task's, equal for a repeated order. */
    async create(order: Order, by: { id: string; creator: Account; language: Language }): Promise<FineTuning> {
      const { source, base, loraName, triggerWords, captionsFromLabels, ...task } = order
      requireEngine(order.image, base)
      const earlier = await tasks.get(by.id, by.language).catch(() => undefined)
      if (earlier !== undefined) return present(earlier)
      const { pictures } = await inspectPictures(needs, source)
      if (pictures === 0) throw fail('fine-tuning.no-pictures')
      if (pictures > maxPictures) throw fail('fine-tuning.too-many-pictures', { most: maxPictures })
      await requireFree(loraName)
      const file = await baseFile(base)
      const { content, data: dataSource } = await models.inferences.imagesOf(source)
      const version = content.checksum
      const reference: FineTuningReference = { version, captionsFromLabels, ...(file === null ? {} : { base: file }) }
      const environment = {
        [fineTuningVariables.loraName]: loraName,
        [fineTuningVariables.triggerWords]: triggerWords,
        [fineTuningVariables.base]: file?.path ?? base,
      }
      const about = { id: by.id, kind, creator: by.creator.username, environment } as const
      const data = { dataSource, checksum: content.checksum, prepare: { by: sourceName, reference } }
      const started = await tasks.start({ ...task, ...about, ...data }, by.language, async () => {
        await requireFree(loraName)
        await datasets.snapshots.keep(content)
      })
      return present(started)
    },
  }
}
