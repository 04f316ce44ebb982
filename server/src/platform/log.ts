import { pino, type Logger } from 'pino'

export type Log = Logger

/** JSON lines on standard error; standard output stays free for people and scripts. */
export function createLog(level: string): Log {
  return pino(
    { level, redact: ['password', 'token', '*.password', '*.token'] },
    pino.destination({ fd: 2, sync: false }),
  )
}
