import { extname } from 'node:path'
import { Readable } from 'node:stream'
import { fineTuningVariables } from '@vermilion/contract/fine-tunings/starter'
import { fail } from '@vermilion/contract/kernel/errors'
import { type InferenceModel, isLora, type LoraModel, type Model, type StoredModel } from '@vermilion/contract/models'
import type { Datasets } from '#areas/datasets'
import { modelWanted, taskDeleted, taskEnded, type Tasks } from '#areas/tasks'
import { readJson } from '#platform/database/columns'
import { topic } from '#platform/events/events'
import { newId } from '#platform/ids'
import { jobKind } from '#platform/jobs/jobs'
import type { Platform } from '#platform/platform'
import { abilitiesOf } from '../import/model-import.ts'
import { findLora, keepSamples } from './lora-results.ts'
import { findModel } from './trained-model.ts'
import { runtimeOf } from '../import/stored-file.ts'
import type { ModelStore } from '../store.ts'
import { lineageOf, makersOfModels } from './task-lineage.ts'

interface RegistrationNeeds extends Pick<Platform, 'blobs' | 'database' | 'events' | 'jobs' | 'clock'> {
  store: ModelStore
  tasks: Tasks
  datasets: Datasets
}

/** Published once a successful training's model is registered; null when there is none. */
export const modelRegistered = topic<{ taskId: string; model: Model | null }>('model-registered')

const registration = jobKind<{ taskId: string }>('model-registration')

/** The job commits with the task's end, so no crash loses it. */
export function registerTrainedModels(needs: RegistrationNeeds): void {
  const { events, jobs, store } = needs
  events.listen(taskEnded, async ({ taskId, kind, status }) => {
    // Of a sweep only the best is registered, and what somebody asks for.
    const registers = makersOfModels.has(kind) && status === 'success' && !(await needs.tasks.sweeps.isTrial(taskId))
    if (registers) await jobs.enqueue(registration, taskId, { taskId })
  })
  events.listen(modelWanted, async ({ taskId }) => void (await jobs.enqueue(registration, taskId, { taskId })))
  events.listen(taskDeleted, async ({ taskId }) => {
    const state = (await jobs.report(registration, taskId))?.state
    if (state === 'queued' || state === 'running') throw fail('task.not-ended', { taskId })
    const modelId = await store.forgetTask(taskId)
    if (modelId !== undefined) events.publish({ type: 'model-changed', modelId })
  })
  jobs.register(registration, {
    run: ({ payload }) => register(needs, payload.taskId),
    failed: ({ taskId }) => events.emit(modelRegistered, { taskId, model: null }),
    work: {
      kind: 'registration',
      async describe({ taskId }) {
        const { name, creator } = await needs.tasks.row(taskId)
        return { name, owner: creator, leadsTo: { page: 'task', id: taskId } }
      },
    },
  })
}

async function register(needs: RegistrationNeeds, taskId: string): Promise<void> {
  const { store, tasks, database, events } = needs
  if (await store.byTask(taskId)) return
  const { kind } = await tasks.row(taskId)
  const made = kind === 'fine-tuning' ? await readTrainedLora(needs, taskId) : await readTrainedModel(needs, taskId)
  await database.transaction(async () => {
    // Not every training makes a model that runs here.
    if (made === undefined) return events.emit(modelRegistered, { taskId, model: null })
    const named = isLora(made) ? { ...made, name: await freeName(store, made.name) } : made
    if (!(await store.add(named))) return
    const model = (await store.find(named.id)) ?? named
    await tasks.noteModel(taskId, model)
    events.publish({ type: 'model-changed', modelId: model.id })
    await events.emit(modelRegistered, { taskId, model })
  })
}

/** Generations refer to LoRAs by name: a taken name gets the first free suffix `-2`, `-3` and so on. */
async function freeName(store: ModelStore, name: string): Promise<string> {
  for (let number = 1; ; number += 1) {
    const free = number === 1 ? name : `${name}-${number}`
    if ((await store.lora(free)) === undefined) return free
  }
}

async function readTrainedModel(
  needs: RegistrationNeeds,
  taskId: string,
): Promise<InferenceModel | StoredModel | undefined> {
  const { tasks, blobs, clock } = needs
  const match = await findModel((await tasks.files.at(taskId)).output)
  if (match === undefined) return undefined
  const { framework, ...lineage } = await lineageOf(needs, taskId)
  const about = { id: newId(), createdAt: clock.time() }
  if ('stored' in match) {
    const { format, refusal, content } = match.stored
    const blob = await blobs.put(Readable.from(await content.open(), { objectMode: false }))
    const { checksum, size } = blob
    const runtime = framework === '' ? runtimeOf[format] : framework
    return { ...about, ...lineage, type: 'stored-model', framework: runtime, format, refusal, checksum, size }
  }
  const { metadata, content } = match.model
  const { checksum, size } = await blobs.put(Readable.from([content]))
  return {
    ...about,
    framework,
    type: 'cloud-inference-model',
    size,
    ...abilitiesOf(metadata),
    checksum,
    ...lineage,
  }
}

async function readTrainedLora(needs: RegistrationNeeds, taskId: string): Promise<LoraModel | undefined> {
  const { tasks, blobs, clock } = needs
  const { output } = await tasks.files.at(taskId)
  const match = await findLora(output)
  if (match === undefined) return undefined
  const { fileName, lora, content } = match
  const { environment } = await tasks.row(taskId)
  const { checksum, size } = await blobs.put(await content.open())
  const samples = await keepSamples(output, blobs)
  const about = await lineageOf(needs, taskId)
  const name = readJson(environment)[fineTuningVariables.loraName] ?? fileName.slice(0, -extname(fileName).length)
  const made = { size, lora, samples, covers: [], checksum, createdAt: clock.time() }
  return { id: newId(), ...about, name, type: 'lora-model', ...made }
}
