import type { LogPart } from '#areas/resources'

/** Something that a log is read from by byte offset. Its cost is that of the part. */
export interface LogSource {
  /** Null while there is no log. */
  read(part: { offset: number; limit: number }): Promise<LogPart | null>
}
