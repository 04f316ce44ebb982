import { create } from 'zustand'

/** The last command of a terminal. */
export interface LastCommand {
  /** Null where it is not known. */
  readonly command: string | null
  readonly output: string
  readonly exitCode: number | null
}

export interface TerminalLink {
  readonly title: string
  readonly read: () => LastCommand
  /** Types a text, without sending it off. */
  readonly insert: (text: string) => void
  /** Types a text and sends it off. */
  readonly run: (text: string) => void
}

/** The terminal that is on the screen: the assistant sees its last command, and types into it where a person says so. */
export const useTerminalLink = create<{ terminal: TerminalLink | null }>(() => ({ terminal: null }))
