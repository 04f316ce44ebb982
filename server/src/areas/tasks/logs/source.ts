import type { LogPart } from '#areas/resources'

/** Random access to a log by byte offset. */
export interface LogSource {
  /** Resolves to null while no log exists. */
  read(part: { offset: number; limit: number }): Promise<LogPart | null>
}
