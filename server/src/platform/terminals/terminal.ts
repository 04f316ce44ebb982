import type { LineState, TerminalExit } from '@vermilion/contract/terminals'

export interface TerminalOrder {
  columns: number
  rows: number
  /** Instead of a shell. Reaches the program exactly. */
  argv?: readonly [string, ...string[]]
}

/** A command on a terminal, wherever it runs. */
export interface Terminal {
  /** Bytes as they come; characters may be cut in two. Returns how to stop listening. */
  onData(listener: (bytes: Buffer) => void): () => void
  write(bytes: Buffer | string): void
  /** Bytes written that the command has not taken yet. */
  unread(): number
  resize(columns: number, rows: number): void
  /** Stops the flow of data, and with it, once the pipes are full, the command. */
  pause(): void
  resume(): void
  /** How the command ended. All data has been told by then; what came while paused may be cut short. */
  readonly exit: Promise<TerminalExit>
  /** How the line to the command stands, where it is one that can be cut while the command goes on. */
  readonly line?: { state(): LineState; onChange(listener: (state: LineState) => void): void }
  /** Hangs up. */
  kill(): void
}
