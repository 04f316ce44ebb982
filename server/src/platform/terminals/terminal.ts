import type { LineState, TerminalExit } from '@vermilion/contract/terminals'

export interface TerminalOrder {
  columns: number
  rows: number
  /** Runs instead of a shell, passed on exactly. */
  argv?: readonly [string, ...string[]]
}

export interface Terminal {
  /** Receives raw bytes; characters may be split. Returns a function that stops listening. */
  onData(listener: (bytes: Buffer) => void): () => void
  write(bytes: Buffer | string): void
  /** Bytes written that the command has not read yet. */
  unread(): number
  resize(columns: number, rows: number): void
  /** Stops the output and, once the pipes are full, the command. */
  pause(): void
  resume(): void
  /** Resolves after all output was delivered; output during a pause may be truncated. */
  readonly exit: Promise<TerminalExit>
  /** The state of the connection, when it can be lost while the command goes on. */
  readonly line?: { state(): LineState; onChange(listener: (state: LineState) => void): void }
  kill(): void
}
