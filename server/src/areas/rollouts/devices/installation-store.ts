import type { Installation } from '@vermilion/contract/rollouts/installations'
import type { Database } from '#platform/database/database'
import { newId } from '#platform/ids'

export type InstallationStore = ReturnType<typeof createInstallationStore>

export function createInstallationStore(database: Database) {
  const query = database.query<{ installations: Installation }>()
  const rows = () => query.selectFrom('installations').selectAll()
  const remove = ({ deviceId, kind, name }: Pick<Installation, 'deviceId' | 'kind' | 'name'>) =>
    query
      .deleteFrom('installations')
      .where('deviceId', '=', deviceId)
      .where('kind', '=', kind)
      .where('name', '=', name)
      .execute()
  return {
    async set(row: Omit<Installation, 'id'>): Promise<void> {
      await remove(row)
      await query
        .insertInto('installations')
        .values({ ...row, id: newId() })
        .execute()
    },
    remove,
    async versions({ kind, name }: Pick<Installation, 'kind' | 'name'>): Promise<ReadonlyMap<string, string>> {
      const rows = await query
        .selectFrom('installations')
        .select(['deviceId', 'version'])
        .where('kind', '=', kind)
        .where('name', '=', name)
        .execute()
      return new Map(rows.map(({ deviceId, version }) => [deviceId, version]))
    },
    ofDevice: (deviceId: string) => rows().where('deviceId', '=', deviceId).orderBy('name').execute(),
    ofDevices: (deviceIds: readonly string[]) =>
      rows().where('deviceId', 'in', deviceIds).orderBy('installedAt', 'desc').execute(),
    ofModel: (modelId: string) => rows().where('modelId', '=', modelId).orderBy('deviceName').execute(),
    forgetDevice: (deviceId: string) => query.deleteFrom('installations').where('deviceId', '=', deviceId).execute(),
  }
}
