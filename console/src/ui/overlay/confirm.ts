import type { ReactNode } from 'react'
import { create } from 'zustand'
import { session } from '#lib/api.ts'

export interface Question {
  title: string
  body: ReactNode
  action: string
  danger?: boolean
  failure?: string
  decline?: string
  run: () => Promise<unknown> | void
  /** Said when it ran. */
  done?: string
  /** Paths whose responses are stale when it ran. */
  stale?: readonly string[]
}

export const useQuestion = create<{ question: Question | null }>(() => ({ question: null }))
session.onForget(() => useQuestion.setState({ question: null }))

export function confirm(question: Question): void {
  useQuestion.setState({ question })
}
