import type { AutoLabelRun } from '@vermilion/contract/auto-label'
import type { TileOptions } from '@vermilion/contract/detection/tiles/tiles'
import { ownModelOf } from './own-model.ts'

type EndedRun = Pick<AutoLabelRun, 'labeller' | 'tiles' | 'done' | 'startedAt' | 'endedAt'>

export interface RunSpeed {
  imagesPerSecond: number
  runs: number
}

const secondsOf = ({ startedAt, endedAt }: EndedRun) =>
  startedAt === null || endedAt === null ? 0 : (Date.parse(endedAt) - Date.parse(startedAt)) / 1_000

/** Images per second. A custom model without runs uses those of others, which run by the same program. Undefined without runs. */
export function runSpeed(
  runs: readonly EndedRun[],
  labellerId: string,
  tiles: TileOptions | null,
): RunSpeed | undefined {
  const measured = runs.filter((run) => run.done > 0 && secondsOf(run) > 0 && run.tiles?.overlap === tiles?.overlap)
  const own = measured.filter(({ labeller }) => labeller.id === labellerId)
  const isOwnModel = ownModelOf(labellerId) !== null
  const like = own.length === 0 && isOwnModel ? measured.filter(({ labeller }) => labeller.kind === 'model') : own
  if (like.length === 0) return undefined
  const images = like.reduce((sum, { done }) => sum + done, 0)
  const seconds = like.reduce((sum, run) => sum + secondsOf(run), 0)
  return { imagesPerSecond: images / seconds, runs: like.length }
}
