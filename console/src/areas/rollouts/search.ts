import type { ArtifactKind } from '@vermilion/contract/rollouts/artifact-kinds'
import type { artifactSorts } from '@vermilion/contract/rollouts/artifacts'
import type { rolloutSorts, RolloutStatus } from '@vermilion/contract/rollouts'
import { z } from 'zod'
import { listSearch, sortIn } from '#ui/list/list-search.ts'

export const rolloutStatuses = [
  'draft',
  'running',
  'paused',
  'rolling-back',
  'success',
  'failed',
  'aborted',
  'rolled-back',
] as const satisfies readonly RolloutStatus[]
export const artifactKinds = ['script', 'deb', 'rauc', 'swupdate', 'model'] as const satisfies readonly ArtifactKind[]
const sorts = ['name', 'status', 'createdAt'] as const satisfies typeof rolloutSorts
const artifactSortKeys = ['name', 'kind', 'size', 'createdAt'] as const satisfies typeof artifactSorts

const word = z.coerce.string().optional().catch(undefined)

/** `create` opens the form; `artifact`, `device` and the assistant's call `draft` set its initial values. */
export const rolloutListSearch = listSearch.extend({
  status: z.enum(rolloutStatuses).optional().catch(undefined),
  sort: sortIn(sorts),
  create: z.boolean().optional().catch(undefined),
  artifact: word,
  device: word,
  draft: word,
})

/** `log` opens the log of a device. */
export const rolloutDetailSearch = z.object({ cursor: word, log: word })

export const artifactListSearch = listSearch.extend({
  kind: z.enum(artifactKinds).optional().catch(undefined),
  sort: sortIn(artifactSortKeys),
  add: z.boolean().optional().catch(undefined),
})
