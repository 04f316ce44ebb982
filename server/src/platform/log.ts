import { pino } from 'pino'
import type { Logger } from 'pino'

export type Log = Logger

/** JSON lines on standard error, so that standard output stays for what a person or a script is to read. */
export function createLog(level: string): Log {
  return pino(
    { level, redact: ['password', 'token', '*.password', '*.token'] },
    pino.destination({ fd: 2, sync: false }),
  )
}
