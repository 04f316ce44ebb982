import { autoLabelEndpoints } from '@vermilion/contract/auto-label'
import { call } from '#lib/api.ts'

/** The most useful unlabeled image of an auto-label run, other than the present one; undefined when all are labeled. */
export async function nextUseful(runId: string, present: string): Promise<string | undefined> {
  const query = { sort: '-usefulness', limit: 2 } as const
  const { items } = await call(autoLabelEndpoints.listAutoLabelImages, { params: { runId }, query })
  return items.find(({ itemId }) => itemId !== present)?.itemId
}
