import type { LogPart } from '#areas/resources'

export interface LogSource {
  read(part: { offset: number; limit: number }): Promise<LogPart | null>
}
