import type { ExpressionBuilder } from 'kysely'
import type { StoredDatasetRow } from '../tables.ts'

/** Of datasets those that are not in the trash: the others are out of everybody's reach until they are restored. */
export const isLiving = (is: ExpressionBuilder<{ datasets: StoredDatasetRow }, 'datasets'>) =>
  is('datasets.deletedAt', 'is', null)
