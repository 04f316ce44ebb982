import type { LogPart } from '#areas/executors'

export interface LogSource {
  /** Resolves to null while no log exists. */
  read(part: { offset: number; limit: number }): Promise<LogPart | null>
}
