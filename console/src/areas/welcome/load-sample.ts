import { accountEndpoints } from '@vermilion/contract/accounts'
import { type RenderedSpace, sampleEndpoints } from '@vermilion/contract/samples'
import { call } from '#lib/api.ts'
import { queryClient, read, refresh } from '#lib/query.ts'
import { useSystem } from '#lib/system.ts'

/** The default sample: enough to train on after a short wait. The first image is left unlabeled. */
export const usualSample = { count: 60, width: 640, height: 480, seed: 1, labeled: true, toLabel: 1 } as const

export async function loadSample(name: string): Promise<RenderedSpace> {
  const { id: accountId } = await queryClient.ensureQueryData(read(accountEndpoints.me, {}))
  const space = await call(sampleEndpoints.createSample, { body: { name, ...usualSample } })
  const { datasetId } = space
  useSystem.getState().change({ firstSteps: datasetId === null ? null : { accountId, datasetId } })
  void refresh('/spaces', '/datasets')
  return space
}
