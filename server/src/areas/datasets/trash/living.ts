import type { ExpressionBuilder } from 'kysely'
import type { StoredDatasetRow } from '../catalogue/tables.ts'

/** A condition for datasets outside the trash: deleted ones are unreachable until restored. */
export const isLiving = (is: ExpressionBuilder<{ datasets: StoredDatasetRow }, 'datasets'>) =>
  is('datasets.deletedAt', 'is', null)
