import { randomUUID } from 'node:crypto'
import { modelEndpoints, type ModelStage } from '@vermilion/contract/models'
import { Failure } from '@vermilion/contract/kernel/errors'
import { modelDeleted, type Models } from '#areas/models'
import type { Audit } from '#platform/audit/audit'
import type { Platform } from '#platform/platform'
import type { Caller } from '../protocol/context.ts'
import { MlflowError } from '../protocol/mlflow-error.ts'
import { findSource } from './model-source.ts'
import { createRegistryStore } from './registry-store.ts'
import type { RegisteredModel, RegisteredVersion, Registration } from './registry-store.ts'

interface RegistryNeeds extends Pick<Platform, 'database' | 'events' | 'clock'> {
  models: Pick<Models, 'programModels' | 'update' | 'delete'>
  audit: Audit
}

interface NewVersion {
  readonly name: string
  readonly source: string
  readonly loggedModelId: string
  readonly description: string
  readonly tags: Readonly<Record<string, string>>
}

export type Registry = ReturnType<typeof createRegistry>

/** Programs of tasks see all names, but change only their own task's registrations; accounts change all of them. */
// oxlint-disable-next-line max-lines-per-function -- a maker, whose functions share what it is given
export function createRegistry({ models, audit, database, events, clock }: RegistryNeeds) {
  const registry = createRegistryStore(database, models.programModels)
  events.listen(modelDeleted, ({ id }) => registry.forgetModel(id))

  async function find(name: string): Promise<RegisteredModel> {
    const model = await registry.find(name)
    if (model !== undefined) return model
    const [first] = await registry.versions(name)
    if (first === undefined)
      throw new MlflowError('RESOURCE_DOES_NOT_EXIST', `Registered Model with name=${name} not found`)
    const { createdAt } = first
    return { name, description: '', tags: {}, aliases: {}, taskId: '', createdAt, updatedAt: createdAt }
  }

  async function findVersion(name: string, number: number): Promise<RegisteredVersion> {
    const version = (await registry.versions(name)).find((one) => one.version === number)
    if (version === undefined)
      throw new MlflowError('RESOURCE_DOES_NOT_EXIST', `Model Version (name=${name}, version=${number}) not found`)
    return version
  }

  async function ownVersion({ taskId }: Caller, name: string, number: number) {
    const version = await findVersion(name, number)
    const { registration } = version
    if (registration === undefined || (taskId !== null && registration.taskId !== taskId))
      throw foreign(`version ${number} of ${name}`)
    return { ...version, registration }
  }

  async function ownModel({ taskId }: Caller, name: string): Promise<RegisteredModel> {
    const model = await find(name)
    if (taskId === null) return model
    const versions = await registry.versions(name)
    const isOwn = versions.every(({ registration }) => registration?.taskId === taskId)
    if (!isOwn || (versions.length === 0 && model.taskId !== taskId)) throw foreign(name)
    return model
  }

  function record(
    { account, credential, tokenName, address }: Caller,
    endpoint: keyof typeof modelEndpoints,
    params: Record<string, string>,
  ) {
    const caller = { account, credential, tokenName, address, error: null }
    return audit.record({ ...caller, endpoint: modelEndpoints[endpoint], params, requestId: randomUUID() })
  }

  async function requireFree(name: string): Promise<void> {
    const existing = (await registry.find(name)) ?? (await registry.versions(name))[0]
    if (existing !== undefined)
      throw new MlflowError('RESOURCE_ALREADY_EXISTS', `Registered Model (name=${name}) already exists.`)
  }

  async function changeVersion(
    caller: Caller,
    { id, registration }: RegisteredVersion & { registration: Registration },
    change: { stage?: ModelStage; notes?: string; tags?: Registration['tags'] },
  ): Promise<void> {
    const { tags = registration.tags, ...values } = change
    await models.update(id, values)
    await registry.putRegistration({ ...registration, tags, updatedAt: clock.time() })
    await record(caller, 'updateModel', { modelId: id })
  }

  async function deleteVersion(caller: Caller, name: string, number: number): Promise<void> {
    const { id } = await ownVersion(caller, name, number)
    await models.delete(id).catch((error: unknown) => {
      if (!(error instanceof Failure)) throw error
      throw new MlflowError('INVALID_PARAMETER_VALUE', `Version ${number} of ${name} is in use (${error.reason})`)
    })
    await record(caller, 'deleteModel', { modelId: id })
    const model = await registry.find(name)
    if (model === undefined) return
    const aliases = Object.fromEntries(Object.entries(model.aliases).filter(([, version]) => version !== number))
    await registry.put({ ...model, aliases, updatedAt: clock.time() })
  }

  return {
    transaction: <Outcome>(work: () => Promise<Outcome>) => database.transaction(work),
    find,
    findVersion,
    ownVersion,
    ownModel,
    changeVersion,
    all: async (): Promise<RegisteredModel[]> => {
      const registered = await registry.all()
      const names = new Set((await registry.versions()).map(({ name }) => name))
      for (const { name } of registered) names.delete(name)
      const others = await Promise.all([...names].map(find))
      return [...registered, ...others].toSorted((one, other) => (one.name < other.name ? -1 : 1))
    },
    versions: registry.versions,

    async create(caller: Caller, model: Pick<RegisteredModel, 'name' | 'description' | 'tags'>) {
      const now = clock.time()
      const created = { ...model, aliases: {}, taskId: caller.taskId ?? '', createdAt: now, updatedAt: now }
      await requireFree(model.name)
      await registry.put(created)
      await record(caller, 'addModel', { name: model.name })
      return created
    },

    async put(caller: Caller, model: RegisteredModel): Promise<RegisteredModel> {
      const updated = { ...model, updatedAt: clock.time() }
      await registry.put(updated)
      await record(caller, 'updateModel', { name: model.name })
      return updated
    },

    async rename(caller: Caller, name: string, to: string): Promise<void> {
      await ownModel(caller, name)
      await requireFree(to)
      await registry.rename(name, to)
      await models.programModels.rename(name, to)
      const versions = await registry.versions(to)
      if (versions.length === 0) await record(caller, 'updateModel', { name: to })
      for (const { id } of versions) await record(caller, 'updateModel', { modelId: id, name: to })
    },

    async addVersion(caller: Caller, version: NewVersion): Promise<RegisteredVersion> {
      const { loggedModelId, description: notes, tags } = version
      const { name } = await find(version.name)
      const { taskId, runId, source, files } = await findSource(caller, version.source)
      const added = await models.programModels.add(taskId, { name, notes }, files, async ({ id, createdAt }) => {
        const registration = { modelId: id, taskId, runId, source, loggedModelId, tags, updatedAt: createdAt }
        await registry.putRegistration(registration)
        await record(caller, 'addModel', { modelId: id, name })
      })
      if (added === undefined) throw new MlflowError('RESOURCE_ALREADY_EXISTS', 'The model was registered meanwhile')
      const registered = (await registry.versions(name)).find(({ id }) => id === added.id)
      if (registered === undefined)
        throw new MlflowError('RESOURCE_DOES_NOT_EXIST', 'The version was deleted meanwhile')
      return registered
    },

    deleteVersion,

    async deleteModel(caller: Caller, name: string): Promise<void> {
      await ownModel(caller, name)
      for (const { version } of await registry.versions(name)) await deleteVersion(caller, name, version)
      await registry.delete(name)
      await record(caller, 'deleteModel', { name })
    },
  }
}

const foreign = (what: string) =>
  new MlflowError(
    'PERMISSION_DENIED',
    `This token has not registered ${what}, and changes what it has registered alone`,
  )
