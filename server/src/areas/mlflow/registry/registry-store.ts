import type { Models } from '#areas/models'
import { readJson, writeJson } from '#platform/database/columns'
import type { JsonText } from '#platform/database/columns'
import type { Database } from '#platform/database/database'

type Tags = Readonly<Record<string, string>>

export interface RegisteredModel {
  readonly name: string
  readonly description: string
  readonly tags: Tags
  readonly aliases: Readonly<Record<string, number>>
  readonly taskId: string
  readonly createdAt: string
  readonly updatedAt: string
}

export interface Registration {
  readonly modelId: string
  readonly taskId: string
  readonly runId: string
  readonly source: string
  /** Id of an MLflow logged model; otherwise empty. */
  readonly loggedModelId: string
  readonly tags: Tags
  readonly updatedAt: string
}

interface RegistryTables {
  registeredModels: Omit<RegisteredModel, 'tags' | 'aliases'> & {
    tags: JsonText<Tags>
    aliases: JsonText<RegisteredModel['aliases']>
  }
  modelRegistrations: Omit<Registration, 'tags'> & { tags: JsonText<Tags> }
}

export type RegisteredVersion = Awaited<ReturnType<Models['programModels']['versions']>>[number] & {
  readonly registration: Registration | undefined
}

const modelOf = (row: RegistryTables['registeredModels']): RegisteredModel => ({
  ...row,
  tags: readJson(row.tags),
  aliases: readJson(row.aliases),
})

export function createRegistryStore(database: Database, models: Pick<Models['programModels'], 'versions'>) {
  const query = database.query<RegistryTables>()
  return {
    async find(name: string): Promise<RegisteredModel | undefined> {
      const row = await query.selectFrom('registeredModels').selectAll().where('name', '=', name).executeTakeFirst()
      return row && modelOf(row)
    },
    async all(): Promise<RegisteredModel[]> {
      return (await query.selectFrom('registeredModels').selectAll().execute()).map(modelOf)
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
    },

    async versions(name?: string): Promise<RegisteredVersion[]> {
      const versions = await models.versions(name)
      if (versions.length === 0) return []
      const registrations = await query.selectFrom('modelRegistrations').selectAll().execute()
      const byModel = new Map(registrations.map((row) => [row.modelId, { ...row, tags: readJson(row.tags) }]))
      return versions.map((version) => ({ ...version, registration: byModel.get(version.id) }))
    },
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
