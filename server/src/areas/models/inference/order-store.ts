import type { TileOptions } from '@vermilion/contract/detection/tiles/tiles'
import type { InferenceRuntime } from '@vermilion/contract/devices/facts'
import type { PageQuery } from '@vermilion/contract/kernel/page'
import { type JsonText, readJson } from '#platform/database/columns'
import type { Database } from '#platform/database/database'
import { readPage } from '#platform/database/page'

export interface InferenceOrderRow {
  taskId: string
  kind: 'cloud-inference' | 'board-inference'
  modelId: string
  modelName: string
  checksum: string
  version: string
  confidence: number
  overlap: number
  /** Null for pictures read at once. */
  tiles: JsonText<TileOptions> | null
  deviceId: string | null
  deviceName: string | null
  runtime: InferenceRuntime | null
  trainingId: string | null
  createdAt: string
}

export interface BoardQuery extends PageQuery {
  deviceId?: string | undefined
  modelId?: string | undefined
  like?: Pick<InferenceOrderRow, 'version' | 'checksum'> | undefined
}

export type InferenceOrderStore = ReturnType<typeof createInferenceOrderStore>

export function createInferenceOrderStore(database: Database) {
  const query = database.query<{ inferenceOrders: InferenceOrderRow }>()
  const rows = () => query.selectFrom('inferenceOrders').selectAll()
  const newest = () => rows().orderBy('createdAt', 'desc').orderBy('taskId', 'desc')
  /** Runs that models, and devices and servers, are compared by: pictures read at once. */
  const runsOn = ({ version, checksum }: Pick<InferenceOrderRow, 'version' | 'checksum'>) =>
    newest()
      .where('version', '=', version)
      .where('checksum', '=', checksum)
      .where('kind', '=', 'cloud-inference')
      .where('tiles', 'is', null)
  return {
    add: (row: InferenceOrderRow) => query.insertInto('inferenceOrders').values(row).execute(),
    find: (taskId: string) => rows().where('taskId', '=', taskId).executeTakeFirst(),
    async tilesOf(taskId: string): Promise<TileOptions | null> {
      const row = await query
        .selectFrom('inferenceOrders')
        .select('tiles')
        .where('taskId', '=', taskId)
        .executeTakeFirst()
      return row?.tiles ? readJson(row.tiles) : null
    },
    forget: (taskId: string) => query.deleteFrom('inferenceOrders').where('taskId', '=', taskId).execute(),

    counterparts: ({ confidence, overlap, ...run }: InferenceOrderRow) =>
      runsOn(run).where('confidence', '=', confidence).where('overlap', '=', overlap).execute(),

    runsOf: (run: Pick<InferenceOrderRow, 'version' | 'checksum'>) => runsOn(run).limit(50).execute(),

    ofModel: (modelId: string, limit: number) => newest().where('modelId', '=', modelId).limit(limit).execute(),

    latestOfTraining: (trainingId: string) => newest().where('trainingId', '=', trainingId).limit(1).executeTakeFirst(),

    page({ deviceId, modelId, like, ...page }: BoardQuery) {
      let selected = database
        .reader<{ inferenceOrders: InferenceOrderRow }>()
        .selectFrom('inferenceOrders')
        .selectAll()
        .where('kind', '=', 'board-inference')
      if (deviceId !== undefined) selected = selected.where('deviceId', '=', deviceId)
      if (modelId !== undefined) selected = selected.where('modelId', '=', modelId)
      if (like !== undefined)
        selected = selected.where('version', '=', like.version).where('checksum', '=', like.checksum)
      return readPage(selected, {
        ...page,
        sort: [
          { column: 'createdAt', direction: 'desc' },
          { column: 'taskId', direction: 'desc' },
        ],
      })
    },
  }
}
