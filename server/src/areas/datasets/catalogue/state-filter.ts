import type { ExpressionBuilder, ExpressionWrapper, SqlBool } from 'kysely'
import type { DisplayState } from '../rules.ts'
import type { DatasetTables } from './tables.ts'

type Where = ExpressionBuilder<DatasetTables, 'datasets'>

export function inState(state: DisplayState, trained: ReadonlySet<string>) {
  return (is: Where) => {
    const isTrained = trained.size === 0 ? is.lit(false) : is('id', 'in', [...trained])
    const ready = is.and([is('status', '=', 'success'), is.not(isTrained)])
    const conditions: Record<DisplayState, () => ExpressionWrapper<DatasetTables, 'datasets', SqlBool>> = {
      creating: () => is('status', 'in', ['init', 'processing']),
      invalid: () => is('status', '=', 'failed'),
      training: () => is.and([is('status', 'in', ['success', 'label_tasking']), isTrained]),
      labeling: () =>
        is.or([
          is.and([is('status', '=', 'label_tasking'), is.not(isTrained)]),
          is.and([ready, is('labeledCount', '>', 0), is('labeledCount', '<', is.ref('fileCount'))]),
        ]),
      'to-label': () => is.and([ready, is('labeledCount', '=', 0)]),
      normal: () => is.and([ready, is('labeledCount', '>', 0), is('labeledCount', '>=', is.ref('fileCount'))]),
    }
    return conditions[state]()
  }
}

export function hasImagesOf(spaceId: string) {
  return (is: Where) => {
    const item = is.selectFrom('datasetItems').select('datasetItems.id').where('datasetItems.spaceId', '=', spaceId)
    return is.or([
      is('datasets.spaceId', '=', spaceId),
      is.exists(item.whereRef('datasetItems.datasetId', '=', 'datasets.id')),
    ])
  }
}
