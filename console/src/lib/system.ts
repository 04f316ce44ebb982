import { defaultLanguage, type Language } from '@vermilion/contract/kernel/text'
import { create } from 'zustand'
import { persist } from 'zustand/middleware'

export type Theme = 'light' | 'dark'

interface System {
  theme: Theme
  lang: Language
  setTheme: (theme: Theme) => void
  setLanguage: (lang: Language) => void
}

/** What this browser remembers of its user's wishes, in local storage under `system`. */
export const useSystem = create<System>()(
  persist(
    (set) => ({
      theme: 'light',
      lang: defaultLanguage,
      setTheme: (theme) => set({ theme }),
      setLanguage: (lang) => set({ lang }),
    }),
    { name: 'system', partialize: ({ theme, lang }) => ({ theme, lang }) },
  ),
)
