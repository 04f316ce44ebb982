import { create } from 'zustand'
import { session } from '#lib/api.ts'

export interface Question {
  readonly text: string
  readonly goesOn: boolean
}

interface AssistantState {
  isOpen: boolean
  takesFocus: boolean
  isHistory: boolean
  /** The open conversation; null for a new one. */
  conversationId: string | null
  question: Question | null
  toggle: (isOpen?: boolean) => void
  show: (conversationId: string | null) => void
  ask: (question: Question) => void
}

const openKey = 'vermilion.assistant'

/** The open conversation survives a reload of its tab. */
function readOpen(): string | null {
  try {
    return sessionStorage.getItem(openKey)
  } catch {
    return null
  }
}

function writeOpen(conversationId: string | null): void {
  try {
    if (conversationId === null) sessionStorage.removeItem(openKey)
    else sessionStorage.setItem(openKey, conversationId)
  } catch {
    // The storage is full: the choice lasts as long as the page.
  }
}

export const useAssistant = create<AssistantState>((set) => ({
  isOpen: readOpen() !== null,
  takesFocus: false,
  isHistory: false,
  conversationId: readOpen() === '' ? null : readOpen(),
  question: null,
  toggle: (isOpen) =>
    set((state) => {
      const next = isOpen ?? !state.isOpen
      writeOpen(next ? (state.conversationId ?? '') : null)
      return { isOpen: next, takesFocus: next }
    }),
  show(conversationId) {
    writeOpen(conversationId ?? '')
    set({ conversationId, isHistory: false })
  },
  ask: (question) =>
    set(({ conversationId }) => {
      const next = question.goesOn ? conversationId : null
      writeOpen(next ?? '')
      return { isOpen: true, takesFocus: true, isHistory: false, question, conversationId: next }
    }),
}))

session.onForget(() => {
  writeOpen(null)
  useAssistant.setState({ isOpen: false, conversationId: null, question: null })
})
