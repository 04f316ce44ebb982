import { create } from 'zustand'
import { session } from '#lib/api.ts'

/** A question from a page or a terminal, sent as if it were typed. */
export interface Question {
  readonly text: string
  /** Continues the open conversation instead of beginning a new one. */
  readonly goesOn: boolean
}

interface AssistantState {
  isOpen: boolean
  /** Somebody opened it since the page was loaded: one that outlives a reload leaves the focus to the page. */
  takesFocus: boolean
  /** The list of conversations is shown instead of one. */
  isHistory: boolean
  /** The conversation that is next; null for a new one. */
  conversationId: string | null
  /** Not sent yet. */
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
    // No room: it is forgotten with the page.
  }
}

/** The assistant's panel beside every page; its code is loaded when it is first opened. */
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
