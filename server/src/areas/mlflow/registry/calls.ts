import { call, type MlflowCall } from '../protocol/call.ts'
import { search, type FilterKey } from '../protocol/filter.ts'
import { MlflowError } from '../protocol/mlflow-error.ts'
import { recordOf } from '../protocol/pairs.ts'
import { latestVersions, messages, modelMessage, stages, versionMessage } from './messages.ts'
import type { Registry } from './registry.ts'
import type { RegisteredModel, RegisteredVersion } from './registry-store.ts'

export function registryCalls(registry: Registry): readonly MlflowCall[] {
  return [...modelCalls(registry), ...aliasCalls(registry), ...versionCalls(registry), ...changingCalls(registry)]
}

const stageOf = (name: string) => {
  const match = stages.find(([stage]) => stage.toLowerCase() === name.toLowerCase())
  if (match === undefined)
    throw new MlflowError(
      'INVALID_PARAMETER_VALUE',
      `Invalid Model Version stage: ${name.slice(0, 100)}. Value must be one of None, Staging, Production, Archived.`,
    )
  return match[1]
}

/** Clients add this filter by themselves. */
const unsaid: Readonly<Record<string, string>> = { 'mlflow.prompt.is_prompt': 'false' }

function valueOfModel(model: RegisteredModel, { entity, name }: FilterKey): string | number | undefined {
  if (entity === 'tags') return model.tags[name] ?? unsaid[name]
  const values: Record<string, string | number> = {
    name: model.name,
    creation_timestamp: Date.parse(model.createdAt),
    last_updated_timestamp: Date.parse(model.updatedAt),
  }
  return values[name]
}

function valueOfVersion(version: RegisteredVersion, { entity, name }: FilterKey): string | number | undefined {
  if (entity === 'tags') return version.registration?.tags[name] ?? unsaid[name]
  const { source, ...message } = versionMessage(version)
  const values: Record<string, unknown> = { ...message, source_path: source, version_number: version.version }
  const value = values[name]
  return typeof value === 'string' || typeof value === 'number' ? value : undefined
}

/** A changing call reads, writes and audits in one transaction. */
const changingCall =
  ({ transaction }: Registry): typeof call =>
  (method, path, schema, handle) =>
    call(method, path, schema, (context, message) => transaction(async () => handle(context, message)))

function modelCalls(registry: Registry): readonly MlflowCall[] {
  const change = changingCall(registry)
  const describe = async (model: RegisteredModel) => ({
    registered_model: modelMessage(model, await registry.versions(model.name)),
  })
  const latest: MlflowCall['handle'] = call('GET', '', messages.latest, async (_, request) => {
    const { aliases } = await registry.find(request.name)
    const requested = request.stages.map(stageOf)
    const newest = latestVersions(await registry.versions(request.name))
    const versions = newest.filter(({ stage }) => requested.length === 0 || requested.includes(stage))
    return { model_versions: versions.map((version) => versionMessage(version, aliases)) }
  }).handle
  const latestPath = '/registered-models/get-latest-versions'
  return [
    change('POST', '/registered-models/create', messages.create, async (context, { name, description, tags }) =>
      describe(await registry.create(context, { name, description, tags: recordOf(tags) })),
    ),
    call('GET', '/registered-models/get', messages.named, async (_, { name }) => describe(await registry.find(name))),
    call('GET', '/registered-models/search', messages.search, async (_, request) => {
      const { rows, ...page } = search(await registry.all(), request, valueOfModel)
      const models = rows.map(async (model) => modelMessage(model, await registry.versions(model.name)))
      return { registered_models: await Promise.all(models), ...page }
    }),
    change('POST', '/registered-models/rename', messages.rename, async (context, { name, new_name }) => {
      await registry.rename(context, name, new_name)
      return describe(await registry.find(new_name))
    }),
    change('PATCH', '/registered-models/update', messages.update, async (context, { name, description }) =>
      describe(await registry.put(context, { ...(await registry.ownModel(context, name)), description })),
    ),
    change('DELETE', '/registered-models/delete', messages.named, async (context, { name }) => {
      await registry.deleteModel(context, name)
      return {}
    }),
    { method: 'GET', path: latestPath, handle: latest },
    { method: 'POST', path: latestPath, handle: latest },
    change('POST', '/registered-models/set-tag', messages.tag, async (context, { name, key, value }) => {
      const model = await registry.ownModel(context, name)
      await registry.put(context, { ...model, tags: { ...model.tags, [key]: value } })
      return {}
    }),
    change('DELETE', '/registered-models/delete-tag', messages.key, async (context, { name, key }) => {
      const model = await registry.ownModel(context, name)
      await registry.put(context, { ...model, tags: without(model.tags, key) })
      return {}
    }),
  ]
}

function without<Value>(record: Readonly<Record<string, Value>>, key: string): Record<string, Value> {
  return Object.fromEntries(Object.entries(record).filter(([name]) => name !== key))
}

function aliasCalls(registry: Registry): readonly MlflowCall[] {
  const change = changingCall(registry)
  return [
    change('POST', '/registered-models/alias', messages.setAlias, async (context, { name, alias, version }) => {
      await registry.ownVersion(context, name, version)
      const model = await registry.find(name)
      const current = model.aliases[alias]
      // An alias of another task's version must stay.
      if (current !== undefined) await registry.ownVersion(context, name, current)
      await registry.put(context, { ...model, aliases: { ...model.aliases, [alias]: version } })
      return {}
    }),
    change('DELETE', '/registered-models/alias', messages.alias, async (context, { name, alias }) => {
      const model = await registry.find(name)
      const current = model.aliases[alias]
      if (current === undefined) return {}
      await registry.ownVersion(context, name, current)
      await registry.put(context, { ...model, aliases: without(model.aliases, alias) })
      return {}
    }),
    call('GET', '/registered-models/alias', messages.alias, async (_, { name, alias }) => {
      const { aliases } = await registry.find(name)
      const version = aliases[alias]
      if (version === undefined)
        throw new MlflowError('RESOURCE_DOES_NOT_EXIST', `Registered model alias ${alias} not found.`)
      return { model_version: versionMessage(await registry.findVersion(name, version), aliases) }
    }),
  ]
}

function versionCalls(registry: Registry): readonly MlflowCall[] {
  return [
    call('POST', '/model-versions/create', messages.createVersion, async (context, request) => {
      const { name, source, description, tags } = request
      const [, modelId = request.model_id] = /^models:\/(m-[\w-]+)/.exec(source) ?? []
      const version = { name, source, loggedModelId: modelId, description, tags: recordOf(tags) }
      return { model_version: versionMessage(await registry.addVersion(context, version)) }
    }),
    call('GET', '/model-versions/get', messages.version, async (_, { name, version }) => {
      const { aliases } = await registry.find(name)
      return { model_version: versionMessage(await registry.findVersion(name, version), aliases) }
    }),
    call('GET', '/model-versions/search', messages.search, async (_, request) => {
      const { rows, ...page } = search((await registry.versions()).toReversed(), request, valueOfVersion)
      return { model_versions: rows.map((version) => versionMessage(version)), ...page }
    }),
    call('GET', '/model-versions/get-download-uri', messages.version, async (_, { name, version }) => {
      const { registration } = await registry.findVersion(name, version)
      if (registration === undefined)
        throw new MlflowError('RESOURCE_DOES_NOT_EXIST', 'This version is downloaded on the page of models')
      return { artifact_uri: registration.source }
    }),
  ]
}

function changingCalls(registry: Registry): readonly MlflowCall[] {
  const change = changingCall(registry)
  return [
    change('PATCH', '/model-versions/update', messages.updateVersion, async (context, request) => {
      const { name, version, description: notes } = request
      await registry.changeVersion(context, await registry.ownVersion(context, name, version), { notes })
      return { model_version: versionMessage(await registry.findVersion(name, version)) }
    }),
    change('POST', '/model-versions/transition-stage', messages.transition, async (context, request) => {
      const { name, version, archive_existing_versions: archivesOthers } = request
      const stage = stageOf(request.stage)
      const own = await registry.ownVersion(context, name, version)
      const others = archivesOthers ? (await registry.versions(name)).filter((one) => one.stage === stage) : []
      // Check all versions before changing any.
      const departing = await Promise.all(
        others.flatMap((one) => (one.id === own.id ? [] : [registry.ownVersion(context, name, one.version)])),
      )
      for (const one of departing) await registry.changeVersion(context, one, { stage: 'archived' })
      await registry.changeVersion(context, own, { stage })
      return { model_version: versionMessage(await registry.findVersion(name, version)) }
    }),
    change('DELETE', '/model-versions/delete', messages.version, async (context, { name, version }) => {
      await registry.deleteVersion(context, name, version)
      return {}
    }),
    change('POST', '/model-versions/set-tag', messages.versionTag, async (context, request) => {
      const version = await registry.ownVersion(context, request.name, request.version)
      const tags = { ...version.registration.tags, [request.key]: request.value }
      await registry.changeVersion(context, version, { tags })
      return {}
    }),
    change('DELETE', '/model-versions/delete-tag', messages.versionKey, async (context, request) => {
      const version = await registry.ownVersion(context, request.name, request.version)
      await registry.changeVersion(context, version, { tags: without(version.registration.tags, request.key) })
      return {}
    }),
  ]
}
