import { buffer } from 'node:stream/consumers'
import { Readable } from 'node:stream'
import { Failure } from '@vermilion/contract/kernel/errors'
import type { Model } from '@vermilion/contract/models'
import { maxModelFileBytes } from '@vermilion/contract/models/model-files'
import type { Datasets } from '#areas/datasets'
import { zip } from '#areas/files'
import type { Tasks } from '#areas/tasks'
import { newId } from '#platform/ids'
import type { Platform } from '#platform/platform'
import type { ModelStore } from '../store.ts'
import { lineageOf } from './task-lineage.ts'
import { greyPicture } from '../import/grey-picture.ts'
import { abilitiesOf, describeModel } from '../import/model-import.ts'
import { runtimeOf } from '../import/stored-file.ts'
import type { Trials } from '../import/trials.ts'

export interface FolderFile {
  readonly path: string
  readonly size: number
  open(): Promise<Readable>
}

interface ProgramModelsNeeds extends Pick<Platform, 'blobs' | 'database' | 'events' | 'clock'> {
  store: ModelStore
  tasks: Tasks
  datasets: Datasets
  trials: Trials
}

/** Models that programs register themselves while their task runs. */
export function createProgramModels(needs: ProgramModelsNeeds) {
  const { store, tasks, datasets, blobs, trials, database, events, clock } = needs

  /** A runnable network is stored as such, anything else as a zip of MLflow's model folder. */
  async function storeContent(files: readonly FolderFile[]) {
    const network = files.find(({ path, size }) => path.endsWith('.onnx') && size <= maxModelFileBytes)
    const runnable = network && (await trials.inTurn(network.size, () => storeRunnable(network)))
    if (runnable !== undefined) return runnable
    const modifiedAt = new Date(0)
    const entries = files.map(({ path, size, open }) => ({ path, modifiedAt, stat: async () => ({ size, open }) }))
    const { checksum, size } = await blobs.put(zip(Readable.from(entries)))
    const stored = { type: 'stored-model', format: 'mlflow', refusal: null, framework: runtimeOf.mlflow } as const
    return { ...stored, checksum, size }
  }

  async function storeRunnable({ open }: FolderFile) {
    try {
      const described = describeModel(await buffer(await open()))
      await trials.tryOut(described, greyPicture)
      const { checksum, size } = await blobs.put(Readable.from([described.content]))
      return { type: 'cloud-inference-model', checksum, size, ...abilitiesOf(described.metadata) } as const
    } catch (error) {
      if (error instanceof Failure) return undefined
      throw error
    }
  }

  return {
    versions: store.versions,

    /** Calls `keep` in the same transaction. Undefined when the task's model was registered meanwhile. */
    async add(
      taskId: string,
      about: Pick<Model, 'name' | 'notes'>,
      files: readonly FolderFile[],
      keep: (model: Model) => Promise<void>,
    ): Promise<Model | undefined> {
      const content = await storeContent(files)
      const lineage = await lineageOf({ tasks, datasets }, taskId)
      const facts = { ...lineage, ...content, ...about, id: newId(), createdAt: clock.time() }
      return database.transaction(async () => {
        const isFirst = (await store.byTask(taskId)) === undefined
        const model = { ...facts, taskId: isFirst ? taskId : null } as Model
        if (!(await store.add(model, isFirst ? null : taskId))) return undefined
        if (isFirst) await tasks.noteModel(taskId, model)
        await keep(model)
        events.publish({ type: 'model-changed', modelId: model.id })
        return model
      })
    },

    async rename(name: string, to: string): Promise<void> {
      await store.rename(name, to)
      for (const { id } of await store.versions(to)) events.publish({ type: 'model-changed', modelId: id })
    },
  }
}
