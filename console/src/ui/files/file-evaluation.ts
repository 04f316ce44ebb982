import type { fileSelection } from '@vermilion/contract/files'
import type { z } from 'zod'
import { create } from 'zustand'
import { session } from '#lib/api.ts'

export interface FileEvaluation {
  spaceId: string
  selection: z.input<typeof fileSelection>
  /** The number of chosen files, when it is known. */
  count?: number | undefined
}

export const useFileEvaluation = create<{ request: FileEvaluation | null }>(() => ({ request: null }))
session.onForget(() => useFileEvaluation.setState({ request: null }))

/** Opens the evaluation form for these files. It is mounted in the shell for all pages. */
export function evaluateFiles(request: FileEvaluation): void {
  useFileEvaluation.setState({ request })
}
