import { create } from 'zustand'
import { session } from '#lib/api.ts'
import type { PickedFiles } from './dropped-files.ts'
import type { UploadPlan } from './upload-plan.ts'

/** Chosen files with a pending decision. */
interface UploadQuestion {
  readonly id: string
  readonly plan: UploadPlan
  readonly handles: PickedFiles['handles']
}

/** Uploads that wait for a decision, one after the other, and the number of files being read. */
export const useUploadQuestions = create<{ questions: readonly UploadQuestion[]; reading: number }>(() => ({
  questions: [],
  reading: 0,
}))
session.onForget(() => useUploadQuestions.setState({ questions: [] }))
