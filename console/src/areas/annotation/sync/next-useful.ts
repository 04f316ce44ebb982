import { autoLabelEndpoints } from '@vermilion/contract/auto-label'
import { call } from '#lib/api.ts'

/** Of the images of a run of auto-labelling that are not labeled, the most useful one but for the present; none once all are. */
export async function nextUseful(runId: string, present: string): Promise<string | undefined> {
  const query = { sort: '-usefulness', limit: 2 } as const
  const { items } = await call(autoLabelEndpoints.listAutoLabelImages, { params: { runId }, query })
  return items.find(({ itemId }) => itemId !== present)?.itemId
}
