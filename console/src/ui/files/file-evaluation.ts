import type { fileSelection } from '@vermilion/contract/files'
import type { z } from 'zod'
import { create } from 'zustand'
import { session } from '#lib/api.ts'

export interface FileEvaluation {
  spaceId: string
  selection: z.input<typeof fileSelection>
  count?: number | undefined
}

export const useFileEvaluation = create<{ request: FileEvaluation | null }>(() => ({ request: null }))
session.onForget(() => useFileEvaluation.setState({ request: null }))

export function evaluateFiles(request: FileEvaluation): void {
  useFileEvaluation.setState({ request })
}
