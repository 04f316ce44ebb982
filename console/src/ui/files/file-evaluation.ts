import type { fileSelection } from '@vermilion/contract/files'
import type { z } from 'zod'
import { create } from 'zustand'
import { session } from '#lib/api.ts'

/** Files of a data space that somebody wants models to score. */
export interface FileEvaluation {
  spaceId: string
  selection: z.input<typeof fileSelection>
  /** The number of chosen files, when it is known. */
  count?: number | undefined
}

export const useFileEvaluation = create<{ request: FileEvaluation | null }>(() => ({ request: null }))
session.onForget(() => useFileEvaluation.setState({ request: null }))

/** Opens the form of an evaluation of these files. It stands in the frame, so that the pages of files can ask for it. */
export function evaluateFiles(request: FileEvaluation): void {
  useFileEvaluation.setState({ request })
}
