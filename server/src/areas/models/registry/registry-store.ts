import { readJson, writeJson } from '#platform/database/columns'
import type { JsonText } from '#platform/database/columns'
import type { Database } from '#platform/database/database'
import type { ModelRow } from '../model-row.ts'

type Tags = Readonly<Record<string, string>>

interface RegisteredModelRow {
  readonly name: string
  readonly description: string
  readonly tags: JsonText<Tags>
  readonly aliases: JsonText<Readonly<Record<string, number>>>
  readonly taskId: string
  readonly createdAt: string
  readonly updatedAt: string
}

interface ModelRegistrationRow {
  readonly modelId: string
  readonly taskId: string
  readonly runId: string
  readonly source: string
  /** Id of an MLflow logged model; otherwise empty. */
  readonly loggedModelId: string
  readonly tags: JsonText<Tags>
  readonly updatedAt: string
}

interface RegistryTables {
  models: ModelRow
  registeredModels: RegisteredModelRow
  modelRegistrations: ModelRegistrationRow
}

export interface RegisteredModel extends Omit<RegisteredModelRow, 'tags' | 'aliases'> {
  readonly tags: Tags
  readonly aliases: Readonly<Record<string, number>>
}

export interface Registration extends Omit<ModelRegistrationRow, 'tags'> {
  readonly tags: Tags
}

export type RegisteredVersion = Pick<ModelRow, 'id' | 'name' | 'version' | 'stage' | 'notes' | 'createdAt'> & {
  readonly registration: Registration | undefined
}

export type RegistryStore = ReturnType<typeof createRegistryStore>

export function createRegistryStore(database: Database) {
  const query = database.query<RegistryTables>()

  async function readVersions(rows: Promise<RegistryVersionRow[]>): Promise<RegisteredVersion[]> {
    const versions = await rows
    if (versions.length === 0) return []
    const registrations = await query.selectFrom('modelRegistrations').selectAll().execute()
    const byModel = new Map(registrations.map((row) => [row.modelId, { ...row, tags: readJson(row.tags) }]))
    return versions.map((row) => ({ ...row, registration: byModel.get(row.id) }))
  }
  const versionRows = query
    .selectFrom('models')
    .select(['id', 'name', 'version', 'stage', 'notes', 'createdAt'])
    .orderBy('name')
    .orderBy('version')

  return {
    async find(name: string): Promise<RegisteredModel | undefined> {
      const row = await query.selectFrom('registeredModels').selectAll().where('name', '=', name).executeTakeFirst()
      return row && { ...row, tags: readJson(row.tags), aliases: readJson(row.aliases) }
    },
    async all(): Promise<RegisteredModel[]> {
      const rows = await query.selectFrom('registeredModels').selectAll().orderBy('name').execute()
      return rows.map((row) => ({ ...row, tags: readJson(row.tags), aliases: readJson(row.aliases) }))
    },
    async put(model: RegisteredModel): Promise<void> {
      const row = { ...model, tags: writeJson(model.tags), aliases: writeJson(model.aliases) }
      await query
        .insertInto('registeredModels')
        .values(row)
        .onConflict((conflict) => conflict.column('name').doUpdateSet(row))
        .execute()
    },
    async delete(name: string): Promise<void> {
      await query.deleteFrom('registeredModels').where('name', '=', name).execute()
    },
    async rename(name: string, to: string): Promise<void> {
      await query.updateTable('registeredModels').set({ name: to }).where('name', '=', name).execute()
      await query.updateTable('models').set({ name: to }).where('name', '=', name).execute()
    },

    versions: (name?: string) =>
      readVersions((name === undefined ? versionRows : versionRows.where('name', '=', name)).execute()),
    async putRegistration(registration: Registration): Promise<void> {
      const row = { ...registration, tags: writeJson(registration.tags) }
      await query
        .insertInto('modelRegistrations')
        .values(row)
        .onConflict((conflict) => conflict.column('modelId').doUpdateSet(row))
        .execute()
    },
    async forgetModel(modelId: string): Promise<void> {
      await query.deleteFrom('modelRegistrations').where('modelId', '=', modelId).execute()
    },
  }
}

type RegistryVersionRow = Omit<RegisteredVersion, 'registration'>
