import { create } from 'zustand'
import { session } from '#lib/api.ts'
import type { PickedFiles } from './dropped-files.ts'
import type { UploadPlan } from './upload-plan.ts'

interface UploadQuestion {
  readonly id: string
  readonly plan: UploadPlan
  readonly handles: PickedFiles['handles']
}

export const useUploadQuestions = create<{ questions: readonly UploadQuestion[]; reading: number }>(() => ({
  questions: [],
  reading: 0,
}))
session.onForget(() => useUploadQuestions.setState({ questions: [] }))
