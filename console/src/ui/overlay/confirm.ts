import type { ReactNode } from 'react'
import { create } from 'zustand'
import { session } from '#lib/api.ts'

export interface Question {
  title: string
  /** What will be lost, by name and number. */
  body: ReactNode
  /** The verb on the button. */
  action: string
  danger?: boolean
  /** Says above the reason that it failed: "Failed to delete the data space". */
  failure?: string
  /** What stays instead, on the other button; "Cancel" when not given. */
  decline?: string
  /** Done on yes; the question stays open while it runs, and says so when it fails. */
  run: () => Promise<unknown> | void
}

export const useQuestion = create<{ question: Question | null }>(() => ({ question: null }))
session.onForget(() => useQuestion.setState({ question: null }))

/** Asks before something that cannot be undone. */
export function confirm(question: Question): void {
  useQuestion.setState({ question })
}
