import type { ReactNode } from 'react'
import { create } from 'zustand'
import { session } from '#lib/api.ts'

export interface Question {
  title: string
  /** The loss, with names and numbers. */
  body: ReactNode
  action: string
  danger?: boolean
  /** The failed action, above the reason: "Failed to delete the data space". */
  failure?: string
  /** The other button, which changes nothing; "Cancel" by default. */
  decline?: string
  /** Runs after the confirmation; the dialog stays open meanwhile, and shows a failure. */
  run: () => Promise<unknown> | void
}

export const useQuestion = create<{ question: Question | null }>(() => ({ question: null }))
session.onForget(() => useQuestion.setState({ question: null }))

/** Asks for a confirmation of something that cannot be undone. */
export function confirm(question: Question): void {
  useQuestion.setState({ question })
}
