import { z } from 'zod'
import { id, time } from '../kernel/fields.ts'

/** A training on another machine, which tells of itself over MLflow's protocol. The server neither starts nor ends it. */
export const externalRun = z.object({
  /** The name that its tag `host` gave when it began, or the address that it began from. */
  host: z.string(),
  /** As the program says, usually the user of that machine. The account is the task's creator. */
  user: z.string(),
  /** The program that calls, as of its `User-Agent`. */
  client: z.string(),
  experiment: z.string(),
  heardAt: time,
  parent: z.object({ id, name: z.string() }).nullable(),
  nestedRuns: z.number().int(),
  /** Deleted by its program, which may restore it, until somebody deletes the task. */
  isDeleted: z.boolean(),
})
export type ExternalRun = z.output<typeof externalRun>

export const silentAfterMs = 10 * 60_000

/** A program says nothing between two epochs, so a run that is silent has not failed: its client alone says so. */
export const isSilent = (status: string, { heardAt }: Pick<ExternalRun, 'heardAt'>, now: number): boolean =>
  status === 'running' && now - Date.parse(heardAt) > silentAfterMs
