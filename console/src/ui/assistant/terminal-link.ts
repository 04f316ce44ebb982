import { create } from 'zustand'

export interface LastCommand {
  /** Null when unknown. */
  readonly command: string | null
  readonly output: string
  readonly exitCode: number | null
}

export interface TerminalLink {
  readonly title: string
  readonly read: () => LastCommand
  readonly insert: (text: string) => void
  readonly run: (text: string) => void
}

/** The visible terminal: the assistant sees its last command, and types into it when the user asks for that. */
export const useTerminalLink = create<{ terminal: TerminalLink | null }>(() => ({ terminal: null }))
